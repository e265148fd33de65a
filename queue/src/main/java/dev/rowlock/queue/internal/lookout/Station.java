package dev.rowlock.queue.internal.lookout;

import dev.rowlock.queue.internal.line.Place;
import java.time.Duration;
import java.util.List;

/** A worker, as far as whoever looks for it has to know it. */
public interface Station {
    /** The number of the queue it works. */
    int queue();

    /** The longest time between two looks for it. */
    Duration longestPause();

    /** There is something to claim: these jobs, or whatever there is when none are named. Returns at once. */
    void wake(List<Place> heard);

    /** There is something to claim. Returns at once. */
    default void wake() {
        wake(List.of());
    }
}
