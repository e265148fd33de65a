package dev.rowlock.claim;

import dev.rowlock.mysql.ConfigurationException;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the status column holds in each state, written as text; for a column of whole numbers, the number as text. Immutable.
 *
 * @param ready waiting to be claimed
 * @param processing claimed
 * @param done finished; not written when {@link OnComplete#DELETE} is chosen
 * @param deadOrNull given up after the attempt limit; {@code null} when the table has no such state, so that no limit can be kept
 */
public record StatusValues(
        String ready,
        String processing,
        String done,
        @Nullable String deadOrNull) {
    public StatusValues {
        Set<String> distinct = deadOrNull == null
                ? Set.copyOf(java.util.List.of(ready, processing, done))
                : Set.copyOf(java.util.List.of(ready, processing, done, deadOrNull));
        int given = deadOrNull == null ? 3 : 4;
        if (distinct.size() != given) {
            throw new ConfigurationException(
                    "the status values must differ from each other: ready=" + ready + ", processing=" + processing
                            + ", done=" + done + ", dead=" + (deadOrNull == null ? "(none)" : deadOrNull));
        }
    }

    /** {@code ready}, {@code processing}, {@code done}, {@code dead}. */
    public static StatusValues usual() {
        return new StatusValues("ready", "processing", "done", "dead");
    }

    /** The dead-letter state, when the table has one. */
    public Optional<String> dead() {
        return Optional.ofNullable(deadOrNull);
    }

    /** The same without a dead-letter state. */
    public StatusValues withoutDead() {
        return new StatusValues(ready, processing, done, null);
    }
}
