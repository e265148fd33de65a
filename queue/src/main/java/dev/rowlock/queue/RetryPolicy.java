package dev.rowlock.queue;

import dev.rowlock.mysql.ConfigurationException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * How long a job waits after an attempt that failed. How often it is tried is said by the job itself. Has to be thread-safe.
 *
 * <p>A policy of your own is a lambda. What it answers is taken for what it can mean: less than nothing for nothing, more than ten years for ten
 * years; when it throws or answers {@code null}, that is logged and the job waits as {@link #standard} says.
 */
@FunctionalInterface
public interface RetryPolicy {
    /** The longest pause there is. */
    Duration LONGEST = Duration.ofDays(3_660);

    /**
     * The pause.
     *
     * @param attempt the attempt that failed, from 1
     */
    Duration delay(int attempt);

    /** The same pauses, each drawn between all of it and that share less, so that jobs that failed together come back apart; 0 to 1. */
    default RetryPolicy withJitter(double share) {
        require(share >= 0 && share <= 1, "jitter is a share of the pause between 0 and 1, not " + share);
        return attempt -> {
            long full = micros(delay(attempt));
            long least = full - (long) (full * share);
            return pause(least + ThreadLocalRandom.current().nextLong(full - least + 1));
        };
    }

    /** One second, doubling up to an hour, with jitter. */
    static RetryPolicy standard() {
        return exponential(Duration.ofSeconds(1), Duration.ofHours(1));
    }

    /** Doubles from the first to the longest; each pause is drawn between half and all of it, so that jobs that failed together come back apart. */
    static RetryPolicy exponential(Duration first, Duration longest) {
        return exponential(first, 2, longest);
    }

    /**
     * The same with another factor.
     *
     * @param first more than zero
     * @param factor 1 to 1 000
     * @param longest at most ten years
     */
    static RetryPolicy exponential(Duration first, double factor, Duration longest) {
        require(
                !first.isNegative() && !first.isZero() && longest.compareTo(first) >= 0,
                "pauses must be positive, and the longest not below the first: " + first + ", " + longest);
        require(longest.compareTo(LONGEST) <= 0, "a pause is at most ten years, not " + longest);
        require(factor >= 1 && factor <= 1_000, "the factor of exponential pauses is 1 to 1000, not " + factor);
        double start = Math.max(1, micros(first));
        double most = Math.max(1, micros(longest));
        RetryPolicy plain = attempt -> pause((long) Math.min(most, start * Math.pow(factor, Math.max(0, attempt - 1))));
        return plain.withJitter(0.5);
    }

    /** Always the same. */
    static RetryPolicy fixed(Duration pause) {
        requirePause(pause);
        return attempt -> pause;
    }

    /** One after the other, and the last for all further attempts. */
    static RetryPolicy list(Duration... pauses) {
        List<Duration> all = List.of(pauses);
        require(!all.isEmpty(), "a list of pauses must not be empty");
        all.forEach(RetryPolicy::requirePause);
        return attempt -> all.get(Math.max(1, Math.min(attempt, all.size())) - 1);
    }

    private static Duration pause(long micros) {
        return Duration.of(micros, ChronoUnit.MICROS);
    }

    private static long micros(Duration pause) {
        if (pause.isNegative()) {
            return 0;
        }
        return pause.compareTo(LONGEST) >= 0 ? LONGEST.toSeconds() * 1_000_000 : pause.toNanos() / 1_000;
    }

    private static void requirePause(Duration pause) {
        require(!pause.isNegative() && pause.compareTo(LONGEST) <= 0, "a pause is zero to ten years, not " + pause);
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new ConfigurationException(message);
        }
    }
}
