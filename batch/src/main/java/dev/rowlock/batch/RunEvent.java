package dev.rowlock.batch;

import org.jspecify.annotations.Nullable;

/**
 * Something that was decided, or happened, during a run. Immutable.
 *
 * @param id grows
 * @param at the server's UTC time
 * @param kind such as {@code halve}, {@code paused} or {@code done}
 * @param reason in words
 * @param rateOrNull rows a second from then on, where it was about the rate
 */
public record RunEvent(
        long id,
        String at,
        String kind,
        String reason,
        @Nullable Double rateOrNull) {}
