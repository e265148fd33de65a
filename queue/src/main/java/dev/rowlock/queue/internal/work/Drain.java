package dev.rowlock.queue.internal.work;

/**
 * Whether the handlers will be through with what waits before a cycle could bring more, by how fast the last ones went: then the next batch is claimed while
 * they run, and neither they nor the server wait for each other. Slow handlers never are, so nothing is taken early that another worker could do. Guarded by the
 * desk's lock.
 */
final class Drain {
    private long handedOutAt;
    private long lastEndedAt;
    private int ended;
    private double nanosPerJob = Double.POSITIVE_INFINITY;
    private long cycleBeganAt;
    private boolean inCycle;
    private long cycleNanos;

    /** A cycle that claims begins. */
    void cycleBegins(long now) {
        cycleBeganAt = now;
        inCycle = true;
    }

    /** The cycle is over, if one was on its way. */
    void cycleEnds(long now) {
        if (inCycle) {
            inCycle = false;
            cycleNanos = now - cycleBeganAt;
        }
    }

    /** The handlers got a batch. */
    void handedOut(long now) {
        if (ended > 0) {
            nanosPerJob = (double) (lastEndedAt - handedOutAt) / ended;
        }
        handedOutAt = now;
        ended = 0;
    }

    /** A handler is through with a job. */
    void ended(long now) {
        lastEndedAt = now;
        ended++;
    }

    boolean isWithinACycle(int waiting) {
        return waiting * nanosPerJob < cycleNanos;
    }
}
