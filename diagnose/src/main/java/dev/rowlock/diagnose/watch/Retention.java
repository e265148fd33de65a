package dev.rowlock.diagnose.watch;

import dev.rowlock.mysql.ConfigurationException;
import java.time.Duration;

/**
 * How much of the history is kept: a deadlock goes when it is too old, and the oldest go when there are too many.
 *
 * @param age a minute to ten years
 * @param rows 1 to 1 000 000
 */
public record Retention(Duration age, int rows) {
    private static final int MOST_ROWS = 1_000_000;
    private static final Duration LONGEST = Duration.ofDays(3653);

    public Retention {
        if (age.compareTo(Duration.ofMinutes(1)) < 0 || age.compareTo(LONGEST) > 0) {
            throw new ConfigurationException(
                    "deadlocks are kept for a minute to ten years, not for " + age + ": write for example 90d");
        }
        if (rows < 1 || rows > MOST_ROWS) {
            throw new ConfigurationException("1 to " + MOST_ROWS + " deadlocks are kept, not " + rows);
        }
    }

    /** 90 days and 10 000 deadlocks. */
    public static Retention standard() {
        return new Retention(Duration.ofDays(90), 10_000);
    }
}
