package dev.rowlock.diagnose.internal.collision;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * Keeps the probe's reading small: as long a rest as each statement took, and chunks that take about ten milliseconds. Used by one thread.
 */
final class Pace {
    private static final Duration TARGET = Duration.ofMillis(10);
    private static final int SMALLEST = 500;
    private static final int LARGEST = 20_000;

    private int rows = 2_000;

    /** How many rows the next chunk should have. */
    int rows() {
        return rows;
    }

    /** After a chunk: learns from how long it took, and rests. */
    void took(Duration elapsed) {
        double factor = (double) TARGET.toNanos() / Math.max(1, elapsed.toNanos());
        rows = (int) Math.max(SMALLEST, Math.min(LARGEST, rows * Math.max(0.5, Math.min(1.5, factor))));
        rest(elapsed);
    }

    /** After a chunk that the server ended: the next ones are smaller. False when they cannot be. */
    boolean smaller() {
        boolean possible = rows > SMALLEST;
        rows = Math.max(SMALLEST, rows / 4);
        return possible;
    }

    static void rest(Duration time) {
        LockSupport.parkNanos(time.toNanos());
    }
}
