package dev.rowlock.claim;

import dev.rowlock.mysql.ConfigurationException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** How long a failed row waits before it is ready again. Implementations are thread-safe. */
@FunctionalInterface
public interface Backoff {
    /**
     * The pause after a failed attempt.
     *
     * @param attempt the attempt that failed, from 1
     */
    Duration after(int attempt);

    /** The same pause each time. */
    static Backoff fixed(Duration pause) {
        if (pause.isNegative()) {
            throw new ConfigurationException("a backoff must not be negative: " + pause);
        }
        return attempt -> pause;
    }

    /** Doubles from {@code first} up to {@code longest}, each time somewhere between three quarters and all of it, so that rows that failed together do not come back together. */
    static Backoff exponential(Duration first, Duration longest) {
        if (first.isNegative() || first.isZero() || longest.compareTo(first) < 0) {
            throw new ConfigurationException(
                    "a backoff needs a positive first pause and a longest one not below it: " + first + ", " + longest);
        }
        return attempt -> {
            long micros = Math.min(
                    longest.toNanos() / 1000, (first.toNanos() / 1000) << Math.min(Math.max(attempt - 1, 0), 20));
            long whole = Math.max(micros, 1);
            long quarter = whole / 4;
            return Duration.ofNanos(
                    (whole - quarter + ThreadLocalRandom.current().nextLong(quarter + 1)) * 1000);
        };
    }
}
