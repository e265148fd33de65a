package dev.rowlock.queue.internal.work;

import dev.rowlock.queue.StopReason;
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
    final Stop stop = new Stop();
    /** The lease is gone for certain: nothing is written any more. */
    boolean lost;

    /** Inserted under a lease by somebody who could not see whether the queue is paused. */
    boolean unchecked;

    /** Left out by the heartbeat: its handler completes it in a transaction of its own. */
    volatile boolean pinned;
    /** Elapsed time at which the lease surely still stands, at least. */
    volatile long deadline;

    volatile long startedAt;
    long endedAt;
    int refusals;

    /** {@code null} before the handler begins and after it has ended. */
    @Nullable
    Thread thread;

    /** What its handler has told; {@code null} for nothing. */
    volatile @Nullable Report report;

    @Nullable
    Ruling ruling;

    Held(LeasedJob job, long deadline) {
        this.job = job;
        this.deadline = deadline;
    }

    /** Whether its handler runs, and not only waits for a thread to run on. */
    boolean isBegun() {
        return phase == Phase.RUNNING && thread != null;
    }

    /** Tells the handler to stop. */
    void stop(StopReason why) {
        if (stop.tell(why)) {
            interrupt();
        }
    }

    void interrupt() {
        if (thread != null) {
            thread.interrupt();
        }
    }

    /** Where to write what the handler tells. */
    synchronized Report report() {
        Report mine = report;
        if (mine == null) {
            mine = new Report();
            report = mine;
        }
        return mine;
    }
}
