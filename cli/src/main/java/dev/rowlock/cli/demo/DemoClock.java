package dev.rowlock.cli.demo;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** How long the demo runs: for a time, or until it is told to stop. Thread-safe. */
final class DemoClock {
    /** What is left for finishing: rows of the killed worker come back within a lease, and the workers have to end. */
    private static final Duration FINISH = Duration.ofSeconds(5);

    private static final Duration LOOK = Duration.ofMillis(100);

    private final long start = System.nanoTime();
    private final Optional<Duration> length;
    private volatile boolean stopped;

    DemoClock(Optional<Duration> length) {
        this.length = length;
    }

    void stop() {
        stopped = true;
    }

    boolean isTimeToFinish() {
        return stopped
                || length.filter(all -> elapsed().compareTo(all.minus(FINISH)) >= 0)
                        .isPresent();
    }

    Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - start);
    }

    /** Waits until this holds, at most so long; whether it does. */
    boolean await(Duration patience, BooleanSupplier reached) throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!reached.getAsBoolean()) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            LockSupport.parkNanos(Math.min(left, LOOK.toNanos()));
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
        return true;
    }
}
