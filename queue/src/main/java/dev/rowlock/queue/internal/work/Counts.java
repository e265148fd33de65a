package dev.rowlock.queue.internal.work;

import dev.rowlock.queue.Ending;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Endings that are written but not yet counted in the table: they go with the next cycle, about once a second, instead of with each. A process
 * that is killed loses the counts of its last second, and nothing else. Thread-safe.
 */
final class Counts {
    private static final long EVERY = Duration.ofSeconds(1).toNanos();
    private static final int SLOTS = 64;

    private final int slot = ThreadLocalRandom.current().nextInt(SLOTS);
    private final Map<Ending, Long> pending = new EnumMap<>(Ending.class);
    private long lastFlush;

    Counts(long now) {
        this.lastFlush = now;
    }

    int slot() {
        return slot;
    }

    synchronized void add(Ending ending, long jobs) {
        if (jobs > 0) {
            pending.merge(ending, jobs, Long::sum);
        }
    }

    /** What to write with the cycle that begins now; empty when it is not time yet. */
    synchronized Map<Ending, Long> due(long now) {
        return now - lastFlush < EVERY ? Map.of() : all();
    }

    /** How long until there is something to write; empty when nothing is pending. */
    synchronized OptionalLong untilDue(long now) {
        return pending.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Math.max(0, lastFlush + EVERY - now));
    }

    /** What to write at last. */
    synchronized Map<Ending, Long> all() {
        return Map.copyOf(pending);
    }

    /** These are committed. */
    synchronized void written(Map<Ending, Long> counts, long now) {
        counts.forEach((ending, jobs) -> pending.merge(ending, -jobs, Long::sum));
        pending.values().removeIf(jobs -> jobs == 0);
        if (!counts.isEmpty()) {
            lastFlush = now;
        }
    }
}
