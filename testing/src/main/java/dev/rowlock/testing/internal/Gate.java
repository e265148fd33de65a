package dev.rowlock.testing.internal;

/** Lets packets pass, holds them back, or ends. Safe for use by several threads. */
final class Gate {
    private enum State {
        OPEN,
        SHUT,
        CLOSED
    }

    private State state = State.OPEN;

    /** Waits while the gate is shut; false when it is closed for good. */
    synchronized boolean pass() {
        while (state == State.SHUT) {
            try {
                wait();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return state == State.OPEN;
    }

    synchronized void shut() {
        state = state == State.OPEN ? State.SHUT : state;
    }

    synchronized void open() {
        state = state == State.SHUT ? State.OPEN : state;
        notifyAll();
    }

    synchronized void close() {
        state = State.CLOSED;
        notifyAll();
    }
}
