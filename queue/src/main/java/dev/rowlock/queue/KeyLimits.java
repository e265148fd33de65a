package dev.rowlock.queue;

import dev.rowlock.mysql.ConfigurationException;
import java.util.Optional;

/**
 * What a queue's jobs of one concurrency key are held to, in all processes together. Immutable.
 *
 * @param concurrent jobs of one key that run at a time, 1 to 10 000; empty for 10 000
 * @param rate jobs of one key that begin in any period of its length; empty for no such limit
 */
public record KeyLimits(Optional<Integer> concurrent, Optional<Rate> rate) {
    private static final int MOST = 10_000;

    public KeyLimits {
        concurrent.ifPresent(jobs -> {
            if (jobs < 1 || jobs > MOST) {
                throw new ConfigurationException(
                        "of one concurrency key 1 to " + MOST + " jobs may run at a time, not " + jobs);
            }
        });
    }

    /** No limits. */
    public static KeyLimits none() {
        return new KeyLimits(Optional.empty(), Optional.empty());
    }

    public KeyLimits withConcurrent(int jobs) {
        return new KeyLimits(Optional.of(jobs), rate);
    }

    public KeyLimits withRate(Rate limit) {
        return new KeyLimits(concurrent, Optional.of(limit));
    }
}
