package dev.rowlock.queue.internal.work;

import dev.rowlock.queue.RetryPolicy;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks retry policies, which are the application's code, and takes nothing from them that the tables could not hold. */
final class Pauses {
    private static final Logger log = LoggerFactory.getLogger(Pauses.class);

    private static final RetryPolicy INSTEAD = RetryPolicy.standard();

    private Pauses() {}

    static Duration after(RetryPolicy policy, int attempt, LeasedJob job) {
        Duration pause = ask(policy, attempt, job);
        if (pause.isNegative()) {
            return Duration.ZERO;
        }
        return pause.compareTo(RetryPolicy.LONGEST) > 0 ? RetryPolicy.LONGEST : pause;
    }

    private static Duration ask(RetryPolicy policy, int attempt, LeasedJob job) {
        @Nullable Duration pause = null;
        try {
            pause = policy.delay(attempt);
        } catch (RuntimeException | Error e) {
            log.warn(
                    "a retry policy failed, the standard one is used instead kind={} attempt={}",
                    job.kind(),
                    attempt,
                    e);
            return INSTEAD.delay(attempt);
        }
        if (pause == null) {
            log.warn(
                    "a retry policy answered null, the standard one is used instead kind={} attempt={}",
                    job.kind(),
                    attempt);
            return INSTEAD.delay(attempt);
        }
        return pause;
    }
}
