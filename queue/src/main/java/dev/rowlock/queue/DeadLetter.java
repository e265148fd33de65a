package dev.rowlock.queue;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A job that was given up. Immutable.
 *
 * @param queue its queue's name
 * @param attempts attempts that failed
 * @param diedAt by the database's clock
 * @param reason of the last attempt
 * @param stack of the last attempt, {@code null} when there was no exception
 */
public record DeadLetter(
        JobId id,
        String queue,
        String kind,
        int attempts,
        Instant diedAt,
        String reason,
        @Nullable String stack) {}
