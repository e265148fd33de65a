package dev.rowlock.batch;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How long the batch would take at one rate. Immutable.
 *
 * @param what whose rate it is, in words
 * @param rate rows a second
 * @param shortest time at work, with the fewest rows the sample allows
 * @param longest with the most
 * @param earliestOrNull when it would end if it began now, with the window's closed hours; {@code null} when it would not
 * @param latestOrNull the same with the most rows
 */
public record PlannedPace(
        String what,
        double rate,
        Duration shortest,
        Duration longest,
        @Nullable Instant earliestOrNull,
        @Nullable Instant latestOrNull) {}
