package dev.rowlock.queue.internal.work;

/**
 * A free handler of a worker of this process, kept for a job that is about to be inserted under that worker's lease. It is kept until it is
 * used or given back, and no longer than a lease. Thread-safe.
 */
public interface Seat {
    /** For how long the row is to be leased, in microseconds. */
    long leaseMicros();

    /** The row is committed: its handler starts. Nothing happens when the lease has run out meanwhile. */
    void start(SeatedJob job);

    /** Nothing was inserted for it. A seat that was used or has run out stays as it is. */
    void giveBack();
}
