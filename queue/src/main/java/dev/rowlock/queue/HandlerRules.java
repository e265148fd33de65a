package dev.rowlock.queue;

import dev.rowlock.mysql.ConfigurationException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What holds for the attempts of one kind. Immutable.
 *
 * @param retry pauses between attempts
 * @param timeout how long an attempt may take before it is interrupted and fails; empty for no limit
 * @param hopeless exceptions that no further attempt would mend
 */
public record HandlerRules(RetryPolicy retry, Optional<Duration> timeout, List<Class<? extends Throwable>> hopeless) {
    public HandlerRules {
        timeout.ifPresent(limit -> {
            if (limit.isNegative() || limit.isZero()) {
                throw new ConfigurationException("a timeout must be positive: " + limit);
            }
        });
        hopeless = List.copyOf(hopeless);
    }

    /** Exponential pauses, no timeout, every exception retried. */
    public static HandlerRules standard() {
        return new HandlerRules(RetryPolicy.standard(), Optional.empty(), List.of());
    }

    public HandlerRules withRetry(RetryPolicy policy) {
        return new HandlerRules(policy, timeout, hopeless);
    }

    public HandlerRules withTimeout(Duration limit) {
        return new HandlerRules(retry, Optional.of(limit), hopeless);
    }

    /** One more exception that is not retried. */
    public HandlerRules withoutRetryOf(Class<? extends Throwable> type) {
        List<Class<? extends Throwable>> all = new ArrayList<>(hopeless);
        all.add(type);
        return new HandlerRules(retry, timeout, all);
    }

    /** Whether this exception makes a dead letter at once. */
    public boolean isHopeless(Throwable failure) {
        return hopeless.stream().anyMatch(type -> type.isInstance(failure));
    }
}
