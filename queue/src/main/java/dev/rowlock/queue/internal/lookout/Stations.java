package dev.rowlock.queue.internal.lookout;

import dev.rowlock.queue.internal.line.Place;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The workers of a process. Guarded by its owner's lock. */
final class Stations {
    private final Set<Station> stations = new LinkedHashSet<>();

    void add(Station station) {
        stations.add(station);
    }

    void remove(Station station) {
        stations.remove(station);
    }

    boolean areNone() {
        return stations.isEmpty();
    }

    boolean areAt(int queue) {
        return stations.stream().anyMatch(station -> station.queue() == queue);
    }

    /** The queues they work, in the order of their numbers. */
    Set<Integer> queues() {
        Set<Integer> queues = new TreeSet<>();
        stations.forEach(station -> queues.add(station.queue()));
        return queues;
    }

    /** Those of these queues. */
    List<Station> of(Set<Integer> queues) {
        return stations.stream()
                .filter(station -> queues.contains(station.queue()))
                .toList();
    }

    /** All of these queues, each for what was heard of. */
    List<Wake> wakes(Map<Integer, List<Place>> heard) {
        List<Wake> wakes = new ArrayList<>();
        heard.forEach((queue, places) -> of(Set.of(queue)).forEach(station -> wakes.add(new Wake(station, places))));
        return wakes;
    }

    /** The shortest of the longest times between two looks that they allow. */
    long longestPause() {
        return stations.stream()
                .mapToLong(station -> station.longestPause().toNanos())
                .min()
                .orElse(NextLook.BETWEEN_LOOKS);
    }
}
