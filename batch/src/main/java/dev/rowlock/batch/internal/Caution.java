package dev.rowlock.batch.internal;

import java.time.Duration;

/**
 * How many rows a thread's next chunk may lock after one that met a lock it had to wait for. One at first, so that online traffic waits for one row at most while the
 * chunk waits; twice as many after each that went. A row that waits even alone is left for later, and after it a rest without locks, ever longer while none
 * goes: whoever guards the index guards it for many rows. Used by one thread.
 */
final class Caution {
    private static final Duration FIRST_REST = Duration.ofMillis(50);
    private static final Duration LONGEST_REST = Duration.ofSeconds(1);
    private static final int CAREFREE = 1 << 20;

    /** What follows a chunk that had to wait. */
    enum Next {
        /** The same rows again, one by one. */
        ONE_BY_ONE,
        /** There was one row only: leave it for later. */
        LEAVE_IT
    }

    private int most = CAREFREE;
    private Duration rest = FIRST_REST;

    int limit(int usual) {
        return Math.min(usual, most);
    }

    /** A chunk of that many rows had to wait, and was rolled back. */
    Next waited(int limit) {
        most = 1;
        return limit > 1 ? Next.ONE_BY_ONE : Next.LEAVE_IT;
    }

    /** A chunk went. */
    void went() {
        most = Math.min(CAREFREE, most * 2);
        rest = FIRST_REST;
    }

    /** How long to hold nothing after a row that was left. */
    Duration rest() {
        Duration now = rest;
        rest = rest.multipliedBy(2).compareTo(LONGEST_REST) > 0 ? LONGEST_REST : rest.multipliedBy(2);
        return now;
    }
}
