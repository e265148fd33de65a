package dev.rowlock.queue;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * How a job ended. Immutable.
 *
 * @param ending done, cancelled or discarded
 * @param attempts attempts that had failed before
 * @param result what the handler returned, {@code null} if nothing
 */
@SuppressWarnings("ArrayRecordComponent") // copied on both ways, and compared by content
public record FinishedJob(Ending ending, int attempts, byte @Nullable [] result) {
    public FinishedJob {
        result = result == null ? null : result.clone();
    }

    @Override
    public byte @Nullable [] result() {
        return result == null ? null : result.clone();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof FinishedJob job
                && job.ending == ending
                && job.attempts == attempts
                && Arrays.equals(job.result, result);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * ending.hashCode() + attempts) + Arrays.hashCode(result);
    }
}
