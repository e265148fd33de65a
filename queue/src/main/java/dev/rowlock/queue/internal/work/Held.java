package dev.rowlock.queue.internal.work;

import org.jspecify.annotations.Nullable;

/**
 * One job this worker holds, from its claim until its result is written or lost. Guarded by the desk's lock, except what is volatile.
 */
final class Held {
    /** Where it is on its way through the worker. */
    enum Phase {
        WAITING,
        RUNNING,
        /** The handler is done, the result is to be written. */
        ENDED,
        GONE
    }

    final LeasedJob job;
    Phase phase = Phase.WAITING;
    volatile boolean cancelled;
    /** The lease is gone for certain: nothing is written any more. */
    boolean lost;

    volatile boolean timedOut;
    /** Told to stop because the worker closes. */
    volatile boolean stopped;
    /** Left out by the heartbeat: its handler completes it in a transaction of its own. */
    boolean pinned;
    /** Elapsed time at which the lease surely still stands, at least. */
    volatile long deadline;

    long startedAt;
    long endedAt;
    int refusals;

    @Nullable
    Thread thread;

    @Nullable
    Ruling ruling;

    Held(LeasedJob job, long deadline) {
        this.job = job;
        this.deadline = deadline;
    }

    /** Tells the handler to stop. */
    void cancel() {
        cancelled = true;
        if (thread != null) {
            thread.interrupt();
        }
    }
}
