package dev.rowlock.diagnose.watch;

import dev.rowlock.diagnose.Side;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a watch has counted at one moment, since it began. Immutable; its figures only grow.
 *
 * @param byKind deadlocks whose report was read, by kind; no more than {@value #MOST_KINDS} kinds, further ones are counted as {@link
 *     #OTHERS}
 * @param unseen deadlocks that the server counted and whose report was never read, since a server keeps the latest one only
 * @param timeouts lock waits that timed out (1205), which is how a deadlock ends where the server does not look for them; 0 on MariaDB, which does
 *     not count them
 * @param droppedSamples how often counters could not be compared: server started again, counters reset, another server
 */
public record DeadlockMetrics(Map<DeadlockKind, Long> byKind, long unseen, long timeouts, long droppedSamples) {
    /** So that statements that are never twice the same cannot fill the memory of whoever collects the metric. */
    public static final int MOST_KINDS = 200;

    /** Stands for the statements of all further kinds. */
    public static final List<String> OTHERS = List.of("(others)");

    public DeadlockMetrics {
        byKind = Map.copyOf(byKind);
    }

    static DeadlockMetrics none() {
        return new DeadlockMetrics(Map.of(), 0, 0, 0);
    }

    /** Deadlocks whose report was read. */
    public long seen() {
        return byKind.values().stream().mapToLong(Long::longValue).sum();
    }

    /** How many of them rolled back this side. */
    public long seen(Side victimSide) {
        return byKind.entrySet().stream()
                .filter(entry -> entry.getKey().victimSide() == victimSide)
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    /** The same with one deadlock more. */
    DeadlockMetrics plus(DeadlockKind kind) {
        boolean fits = byKind.containsKey(kind) || byKind.size() < MOST_KINDS;
        Map<DeadlockKind, Long> more = new LinkedHashMap<>(byKind);
        more.merge(fits ? kind : new DeadlockKind(OTHERS, kind.victimSide()), 1L, Long::sum);
        return new DeadlockMetrics(more, unseen, timeouts, droppedSamples);
    }

    DeadlockMetrics with(long nowUnseen, long nowTimeouts, long nowDropped) {
        return new DeadlockMetrics(byKind, nowUnseen, nowTimeouts, nowDropped);
    }
}
