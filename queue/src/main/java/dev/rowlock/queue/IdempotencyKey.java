package dev.rowlock.queue;

import dev.rowlock.mysql.ConfigurationException;
import java.time.Duration;

/**
 * What makes two enqueues the same: a second one with this key, within the retention, is answered with the first one's job. Immutable.
 *
 * @param scope what the name belongs to, for example a tenant or an endpoint; up to 64 characters
 * @param name the key itself, for example a request number; 1 to 255 characters
 * @param retention how long the key is remembered, from the first enqueue
 */
public record IdempotencyKey(String scope, String name, Duration retention) {
    private static final Duration STANDARD = Duration.ofDays(1);

    public IdempotencyKey {
        require(scope.length() <= 64, "the scope of an idempotency key has at most 64 characters: " + scope);
        require(!name.isEmpty() && name.length() <= 255, "an idempotency key has 1 to 255 characters: " + name);
        require(
                retention.compareTo(Duration.ofSeconds(1)) >= 0 && retention.compareTo(Duration.ofDays(3660)) <= 0,
                "an idempotency key is kept for one second to ten years, not " + retention);
    }

    /** Kept for a day. */
    public static IdempotencyKey of(String scope, String name) {
        return new IdempotencyKey(scope, name, STANDARD);
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new ConfigurationException(message);
        }
    }
}
