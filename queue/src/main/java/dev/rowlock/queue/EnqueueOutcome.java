package dev.rowlock.queue;

import java.util.Optional;
import java.util.function.Function;

/** What became of an enqueue. Immutable. */
public sealed interface EnqueueOutcome {
    <R> R fold(Function<? super Inserted, ? extends R> inserted, Function<? super Duplicate, ? extends R> duplicate);

    /** The job that stands for what was asked: the new one or the first one. */
    JobId id();

    /**
     * A row was inserted; workers see it when the transaction commits.
     *
     * @param id the new job
     */
    record Inserted(JobId id) implements EnqueueOutcome {
        @Override
        public <R> R fold(
                Function<? super Inserted, ? extends R> inserted, Function<? super Duplicate, ? extends R> duplicate) {
            return inserted.apply(this);
        }
    }

    /**
     * The idempotency key was used before, or a job has the unique key, and nothing was written.
     *
     * @param id the job of the first enqueue
     * @param finished how that job ended; empty while it has not, when its history is no longer kept, and for a unique key
     */
    record Duplicate(JobId id, Optional<FinishedJob> finished) implements EnqueueOutcome {
        @Override
        public <R> R fold(
                Function<? super Inserted, ? extends R> inserted, Function<? super Duplicate, ? extends R> duplicate) {
            return duplicate.apply(this);
        }
    }
}
