package dev.rowlock.queue.internal.work;

import dev.rowlock.queue.Ending;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Endings and answers that are written but not yet counted in the tables: they go with the next cycle, about once a second, instead of with each. A process
 * that is killed loses the counts of its last second, and nothing else; the first are written at once, so that one which never lives for a second
 * leaves a trace of what it did. Thread-safe.
 */
final class Counts {
    private static final long EVERY = Duration.ofSeconds(1).toNanos();
    private static final int SLOTS = 64;

    private final int slot = ThreadLocalRandom.current().nextInt(SLOTS);
    private final Map<Ending, Long> endings = new EnumMap<>(Ending.class);
    private final Map<String, Long> answers = new HashMap<>();
    private long lastFlush;

    Counts(long now) {
        this.lastFlush = now - EVERY;
    }

    int slot() {
        return slot;
    }

    synchronized void add(Ending ending, long jobs) {
        if (jobs > 0) {
            endings.merge(ending, jobs, Long::sum);
        }
    }

    /** So many jobs of these kinds were answered. They go along when something else is written, and are no reason to write. */
    synchronized void answered(Map<String, Long> jobs) {
        jobs.forEach((kind, count) -> answers.merge(kind, count, Long::sum));
    }

    /** What to write with the cycle that begins now; empty when it is not time yet. */
    synchronized Figures due(long now) {
        return now - lastFlush < EVERY ? Figures.NONE : all();
    }

    /** How long until there is something to write; empty when nothing is pending. */
    synchronized OptionalLong untilDue(long now) {
        return endings.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Math.max(0, lastFlush + EVERY - now));
    }

    /** What to write at last. */
    synchronized Figures all() {
        return new Figures(endings, answers);
    }

    /** These are committed. */
    synchronized void written(Figures figures, long now) {
        subtract(endings, figures.endings());
        subtract(answers, figures.answers());
        if (!figures.isEmpty()) {
            lastFlush = now;
        }
    }

    private static <K> void subtract(Map<K, Long> from, Map<K, Long> written) {
        written.forEach((key, jobs) -> from.merge(key, -jobs, Long::sum));
        from.values().removeIf(jobs -> jobs == 0);
    }
}
