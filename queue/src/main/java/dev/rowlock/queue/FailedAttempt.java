package dev.rowlock.queue;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One attempt of a job that failed. Immutable.
 *
 * @param attempt from 1
 * @param at by the database's clock
 * @param stack the exception, {@code null} when there was none
 */
public record FailedAttempt(
        int attempt, Instant at, String reason, @Nullable String stack) {}
