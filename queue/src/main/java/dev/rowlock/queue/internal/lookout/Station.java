package dev.rowlock.queue.internal.lookout;

import java.time.Duration;

/** A worker, as far as whoever looks for it has to know it. */
public interface Station {
    /** The number of the queue it works. */
    int queue();

    /** The longest time between two looks for it. */
    Duration longestPause();

    /** There is something to claim. Returns at once. */
    void wake();
}
