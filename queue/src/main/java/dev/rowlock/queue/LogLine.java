package dev.rowlock.queue;

import java.time.Duration;

/**
 * What a handler noted down with {@link Job#log}. Immutable.
 *
 * @param after since the attempt began, in whole milliseconds
 */
public record LogLine(Duration after, String text) {}
