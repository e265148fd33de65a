package dev.rowlock.queue.internal.lookout;

import dev.rowlock.queue.internal.line.Place;
import java.util.List;

/**
 * A worker that is to be woken. Immutable.
 *
 * @param heard for which jobs; empty for whatever there is
 */
record Wake(Station station, List<Place> heard) {
    void send() {
        station.wake(heard);
    }
}
