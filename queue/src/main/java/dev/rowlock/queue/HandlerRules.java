package dev.rowlock.queue;

import dev.rowlock.mysql.ConfigurationException;
import java.lang.reflect.InvocationTargetException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/**
 * What holds for the attempts of one kind. Immutable.
 *
 * @param retry pauses between attempts
 * @param timeout how long an attempt may take before it is told to stop and has failed; empty for no limit
 * @param grace between telling a handler to stop and interrupting it, up to one day
 * @param hopeless exceptions that no further attempt would mend
 */
public record HandlerRules(
        RetryPolicy retry, Optional<Duration> timeout, Duration grace, List<Class<? extends Throwable>> hopeless) {
    private static final Duration LONGEST_TIMEOUT = Duration.ofDays(3_660);
    private static final Duration LONGEST_GRACE = Duration.ofDays(1);

    public HandlerRules {
        timeout.ifPresent(limit -> {
            if (limit.isNegative() || limit.isZero() || limit.compareTo(LONGEST_TIMEOUT) > 0) {
                throw new ConfigurationException("a timeout is more than zero and at most ten years, not " + limit);
            }
        });
        if (grace.isNegative() || grace.compareTo(LONGEST_GRACE) > 0) {
            throw new ConfigurationException("a grace is zero to one day, not " + grace);
        }
        hopeless = List.copyOf(hopeless);
    }

    /** Exponential pauses, no timeout, interrupted as soon as it is told to stop, every exception retried. */
    public static HandlerRules standard() {
        return new HandlerRules(RetryPolicy.standard(), Optional.empty(), Duration.ZERO, List.of());
    }

    public HandlerRules withRetry(RetryPolicy policy) {
        return new HandlerRules(policy, timeout, grace, hopeless);
    }

    public HandlerRules withTimeout(Duration limit) {
        return new HandlerRules(retry, Optional.of(limit), grace, hopeless);
    }

    /**
     * For handlers that ask {@link Job#isCancelled} or have a listener: they are interrupted only when they have not ended so long after they were
     * told to stop.
     */
    public HandlerRules withGrace(Duration patience) {
        return new HandlerRules(retry, timeout, patience, hopeless);
    }

    /** One more exception that is not retried. */
    public HandlerRules withoutRetryOf(Class<? extends Throwable> type) {
        List<Class<? extends Throwable>> all = new ArrayList<>(hopeless);
        all.add(type);
        return new HandlerRules(retry, timeout, grace, all);
    }

    /** Whether this exception makes a dead letter at once; what another thread's or a reflective call's exception is wrapped into is looked through. */
    public boolean isHopeless(Throwable failure) {
        Throwable cause = failure.getCause();
        return hopeless.stream().anyMatch(type -> type.isInstance(failure))
                || (cause != null && isWrapper(failure) && isHopeless(cause));
    }

    private static boolean isWrapper(Throwable failure) {
        return failure instanceof ExecutionException
                || failure instanceof CompletionException
                || failure instanceof InvocationTargetException;
    }
}
