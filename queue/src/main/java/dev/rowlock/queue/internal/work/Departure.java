package dev.rowlock.queue.internal.work;

import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;

/** The steps in which the jobs of a closing worker leave its {@link Desk}. Thread-safe. */
final class Departure {
    private final DeskState state;
    private final Holdings holdings;

    Departure(DeskState state) {
        this.state = state;
        this.holdings = state.holdings;
    }

    /** Claims no more, and works off what is held. */
    void drain() {
        state.locked(() -> {
            state.turns.claimNoMore();
            state.turnChanged.signalAll();
        });
    }

    /** Claims no more and gives back jobs not begun. How many. */
    int close() {
        state.lock();
        try {
            state.closing = true;
            state.turnChanged.signalAll();
            state.jobsChanged.signalAll();
            return holdings.releaseWaiting(state.now());
        } finally {
            state.unlock();
        }
    }

    /** Tells all handlers that run to stop. */
    void cancelAll() {
        state.locked(() -> {
            holdings.cancelRunning(state.now());
            state.turnChanged.signalAll();
            state.quieter.signalAll();
        });
    }

    /** Waits for jobs that are being inserted under this worker's lease, so that it can give them back. */
    boolean awaitNoSeats(Duration patience) throws InterruptedException {
        return await(patience, () -> state.seats.kept(state.now()) == 0);
    }

    /** Interrupts all handlers that run, whatever their grace. */
    void interruptAll() {
        state.locked(holdings::interruptRunning);
    }

    boolean awaitNothingHeld(Duration patience) throws InterruptedException {
        return await(patience, () -> holdings.size() == 0 && !state.cycleRuns);
    }

    /** Waits until all that is still held is in the hands of handlers that do not end. */
    boolean awaitAllWritten(Duration patience) throws InterruptedException {
        return await(patience, () -> holdings.size() == holdings.running() && !state.cycleRuns);
    }

    boolean awaitNoneRunning(Duration patience) throws InterruptedException {
        return await(patience, () -> holdings.running() == 0);
    }

    private boolean await(Duration patience, BooleanSupplier reached) throws InterruptedException {
        state.lock();
        try {
            long left = patience.toNanos();
            while (!reached.getAsBoolean() && left > 0) {
                left = state.quieter.awaitNanos(left);
            }
            return reached.getAsBoolean();
        } finally {
            state.unlock();
        }
    }

    /** Ends the threads. What is left. */
    List<Held> finish() {
        state.lock();
        try {
            state.finished = true;
            state.closing = true;
            state.turnChanged.signalAll();
            state.jobsChanged.signalAll();
            state.ended.signalAll();
            return holdings.all();
        } finally {
            state.unlock();
        }
    }
}
