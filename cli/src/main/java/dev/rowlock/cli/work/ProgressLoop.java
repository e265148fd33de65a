package dev.rowlock.cli.work;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Shows how far a worker is: each second on a terminal, else every five seconds while something happens, and once a minute while nothing does. A
 * thread of its own.
 *
 * @param <C> what the worker counts
 */
public final class ProgressLoop<C> implements AutoCloseable {
    private static final Duration LOOK = Duration.ofSeconds(1);
    private static final int LOOKS_PER_LINE = 5;
    private static final int QUIET_LOOKS = 60;

    /** A worker's counts, and how they are told. */
    public interface Counted<C> {
        /** As they are now; asked about once a second. */
        C counts();

        long done(C counts);

        /** Tells them, with what was done a second since they were told last. */
        void show(C counts, long perSecond);
    }

    private final WorkOutput output;
    private final Counted<C> worker;
    private final long startNanos = System.nanoTime();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread = new Thread(this::show, "rowlock-progress");

    public ProgressLoop(WorkOutput output, Counted<C> worker) {
        this.output = output;
        this.worker = worker;
        thread.setDaemon(true);
    }

    public void start() {
        thread.start();
    }

    private void show() {
        C shown = worker.counts();
        long shownNanos = startNanos;
        try {
            for (int look = 1; !closed.await(LOOK.toMillis(), TimeUnit.MILLISECONDS); look++) {
                C now = worker.counts();
                boolean due = output.isLive() || (look % LOOKS_PER_LINE == 0 && !now.equals(shown));
                if (due || look % QUIET_LOOKS == 0) {
                    long nanos = System.nanoTime();
                    worker.show(now, perSecond(worker.done(now) - worker.done(shown), nanos - shownNanos));
                    shown = now;
                    shownNanos = nanos;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Since it was made. */
    public Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - startNanos);
    }

    /** So many in that time, a second. */
    public static long perSecond(long done, Duration time) {
        return perSecond(done, time.toNanos());
    }

    private static long perSecond(long done, long nanos) {
        return Math.round(done * 1e9 / Math.max(1, nanos));
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
