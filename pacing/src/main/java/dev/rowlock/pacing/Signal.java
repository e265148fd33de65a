package dev.rowlock.pacing;

import java.time.Duration;

/**
 * One figure of how online traffic does: a statement's P99, lost transactions, waits, lag.
 *
 * <p>A signal keeps what it needs to compare this read with the last (counters are differenced), so one thread reads it at a time;
 * {@link Sensors} does that, with a thread and a time limit for each. A read takes no row locks unless the signal says so.
 */
public interface Signal extends AutoCloseable {
    /** What guards, events and people call it, such as {@code p99(UPDATE t_order ...)}. */
    String name();

    /** The time a figure covers: how long a change takes to show fully, and so how long one crossing must not be punished again. */
    Duration window();

    /** How values are written. */
    Unit unit();

    /**
     * Reads once. May block for as long as the source does: the caller limits it.
     *
     * @param now the ticker's time, which stamps what is read
     * @return fresh or stale; a counter that went backwards, NULL and a missing source are stale
     * @throws Exception whatever the source throws; the caller makes it stale
     */
    Reading read(Duration now) throws Exception;

    /** Ends what it has open. Idempotent; also called from another thread to end a read that hangs. */
    @Override
    default void close() {}
}
