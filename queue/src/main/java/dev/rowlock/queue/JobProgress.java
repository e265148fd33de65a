package dev.rowlock.queue;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How far a handler says it is. Immutable.
 *
 * @param attempt of which attempt, from 1
 * @param done how much of the total
 * @param total 0 when the handler does not know
 * @param note what the handler is at, {@code null} if it did not say
 * @param at when this was written, by the database's clock
 */
public record JobProgress(
        int attempt, long done, long total, @Nullable String note, Instant at) {}
