package dev.rowlock.batch;

import java.time.Duration;
import java.util.List;

/**
 * A collision rate (C8). Immutable.
 *
 * @param low lower end of the interval that holds the rate with 95 % confidence
 * @param rate rows touched that online traffic writes as well, of all rows touched, 0 to 1
 * @param high upper end
 * @param verdict in words; under 1 in 100 a batch is safe
 * @param source where the writes were seen
 * @param window how long they were watched
 * @param advice what to do about it, and what limits the figure
 */
public record CollisionReading(
        double low, double rate, double high, String verdict, String source, Duration window, List<String> advice) {
    public CollisionReading {
        advice = List.copyOf(advice);
    }
}
