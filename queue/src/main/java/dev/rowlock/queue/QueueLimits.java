package dev.rowlock.queue;

import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the jobs of one queue are held to, in all processes together. Immutable.
 *
 * @param keys jobs of each concurrency key
 * @param kinds jobs of some kinds, by the kind's name
 * @param rate all jobs of the queue
 */
public record QueueLimits(KeyLimits keys, SortedMap<String, KeyLimits> kinds, Optional<Rate> rate) {
    public QueueLimits {
        kinds = Collections.unmodifiableSortedMap(new TreeMap<>(kinds));
    }
}
