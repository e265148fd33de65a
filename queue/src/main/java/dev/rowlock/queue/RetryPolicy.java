package dev.rowlock.queue;

import dev.rowlock.mysql.ConfigurationException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** How long a job waits after an attempt that failed. How often it is tried is said by the job itself. Has to be thread-safe. */
@FunctionalInterface
public interface RetryPolicy {
    /**
     * The pause.
     *
     * @param attempt the attempt that failed, from 1
     */
    Duration delay(int attempt);

    /** One second, doubling up to an hour, with jitter. */
    static RetryPolicy standard() {
        return exponential(Duration.ofSeconds(1), Duration.ofHours(1));
    }

    /** Doubles from the first to the longest; each pause is drawn between half and all of it, so that jobs that failed together come back apart. */
    static RetryPolicy exponential(Duration first, Duration longest) {
        require(
                !first.isNegative() && !first.isZero() && longest.compareTo(first) >= 0,
                "pauses must be positive, and the longest not below the first: " + first + ", " + longest);
        return attempt -> {
            long most = longest.toMillis();
            long full = Math.min(most, Math.max(1, first.toMillis()));
            for (int doubled = 1; doubled < attempt && full < most; doubled++) {
                full = full > most / 2 ? most : full * 2;
            }
            return Duration.ofMillis(full / 2 + ThreadLocalRandom.current().nextLong(full / 2 + 1));
        };
    }

    /** Always the same. */
    static RetryPolicy fixed(Duration pause) {
        require(!pause.isNegative(), "a pause must not be negative: " + pause);
        return attempt -> pause;
    }

    /** One after the other, and the last for all further attempts. */
    static RetryPolicy list(Duration... pauses) {
        List<Duration> all = List.of(pauses);
        require(!all.isEmpty(), "a list of pauses must not be empty");
        all.forEach(pause -> require(!pause.isNegative(), "a pause must not be negative: " + pause));
        return attempt -> all.get(Math.min(attempt, all.size()) - 1);
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new ConfigurationException(message);
        }
    }
}
