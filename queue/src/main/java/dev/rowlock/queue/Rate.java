package dev.rowlock.queue;

import dev.rowlock.mysql.ConfigurationException;
import java.time.Duration;

/**
 * So many jobs in so much time. Immutable.
 *
 * @param jobs 1 to 1 000; for more, say it by a shorter period
 * @param period one millisecond to one day
 */
public record Rate(int jobs, Duration period) {
    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofDays(1);

    public Rate {
        if (jobs < 1 || jobs > 1_000) {
            throw new ConfigurationException(
                    "a rate is 1 to 1000 jobs in each period, not " + jobs + ": say a higher one by a shorter period");
        }
        if (period.compareTo(SHORTEST) < 0 || period.compareTo(LONGEST) > 0) {
            throw new ConfigurationException("the period of a rate is one millisecond to one day, not " + period);
        }
    }
}
