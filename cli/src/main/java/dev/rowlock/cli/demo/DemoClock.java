package dev.rowlock.cli.demo;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** How long the demo runs: for a time, or until it is told to stop. Thread-safe. */
final class DemoClock {
    /** What is left for finishing: rows of the killed worker come back within a lease, and the workers have to end. */
    private static final Duration FINISH = Duration.ofSeconds(5);

    private static final Duration LOOK = Duration.ofMillis(100);

    private final long start = System.nanoTime();
    private final Optional<Duration> length;
    private final CountDownLatch stop = new CountDownLatch(1);

    DemoClock(Optional<Duration> length) {
        this.length = length;
    }

    void stop() {
        stop.countDown();
    }

    boolean isTimeToFinish() {
        return stop.getCount() == 0
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
            stopped(Math.min(left, LOOK.toNanos()));
        }
        return true;
    }

    /** Once told to stop there is nothing more to be woken by. */
    private void stopped(long nanos) throws InterruptedException {
        if (stop.getCount() == 0) {
            TimeUnit.NANOSECONDS.sleep(nanos);
        } else if (stop.await(nanos, TimeUnit.NANOSECONDS)) {
            return;
        }
    }
}
