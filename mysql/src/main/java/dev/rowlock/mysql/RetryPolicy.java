package dev.rowlock.mysql;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How often, and after which pauses, a whole transaction is run again. Immutable.
 *
 * @param attempts runs in all, 1 to 100
 * @param firstPause pause before the second run; doubles each time, with jitter between half and all of it
 * @param longestPause upper bound of one pause
 * @param readBackPatience how long to go on asking what became of a COMMIT whose answer was lost
 */
public record RetryPolicy(int attempts, Duration firstPause, Duration longestPause, Duration readBackPatience) {
    public RetryPolicy {
        if (attempts < 1 || attempts > 100) {
            throw new ConfigurationException("retry attempts must be 1 to 100, not " + attempts);
        }
        if (firstPause.isNegative() || longestPause.compareTo(firstPause) < 0 || readBackPatience.isNegative()) {
            throw new ConfigurationException("retry pauses must not be negative, and the longest not below the first: "
                    + firstPause + ", " + longestPause + ", " + readBackPatience);
        }
    }

    /** Five runs within about 150 ms: enough for deadlocks, short enough for a caller that waits. Ten seconds for a lost COMMIT. */
    public static RetryPolicy standard() {
        return new RetryPolicy(5, Duration.ofMillis(5), Duration.ofMillis(100), Duration.ofSeconds(10));
    }

    /** One run; the first failure is thrown. */
    public static RetryPolicy never() {
        return new RetryPolicy(1, Duration.ZERO, Duration.ZERO, Duration.ZERO);
    }

    /** The pause after the given run (from 1). */
    Duration pauseAfter(int run, RandomGenerator random) {
        long longest = longestPause.toNanos();
        long full = Math.min(longest, firstPause.toNanos());
        for (int doubled = 1; doubled < run && full > 0 && full < longest; doubled++) {
            full = full > longest / 2 ? longest : full * 2; // a shift would overflow
        }
        return Duration.ofNanos(full / 2 + (full > 1 ? random.nextLong(full / 2 + 1) : 0));
    }
}
