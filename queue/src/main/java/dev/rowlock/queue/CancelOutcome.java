package dev.rowlock.queue;

import java.util.function.Function;

/** What became of a cancellation. Immutable. */
public sealed interface CancelOutcome {
    <R> R fold(
            Function<? super Cancelled, ? extends R> cancelled,
            Function<? super Busy, ? extends R> busy,
            Function<? super NotThere, ? extends R> notThere);

    /**
     * The job will not run (again). A handler that was at it is told to stop with its worker's next heartbeat, and its result is refused.
     *
     * @param before where the job was
     */
    record Cancelled(JobState before) implements CancelOutcome {
        @Override
        public <R> R fold(
                Function<? super Cancelled, ? extends R> cancelled,
                Function<? super Busy, ? extends R> busy,
                Function<? super NotThere, ? extends R> notThere) {
            return cancelled.apply(this);
        }
    }

    /** Another transaction has the job locked right now, for example the one that completes it: ask again. */
    record Busy() implements CancelOutcome {
        @Override
        public <R> R fold(
                Function<? super Cancelled, ? extends R> cancelled,
                Function<? super Busy, ? extends R> busy,
                Function<? super NotThere, ? extends R> notThere) {
            return busy.apply(this);
        }
    }

    /** It has ended, was given up, or never was. */
    record NotThere() implements CancelOutcome {
        @Override
        public <R> R fold(
                Function<? super Cancelled, ? extends R> cancelled,
                Function<? super Busy, ? extends R> busy,
                Function<? super NotThere, ? extends R> notThere) {
            return notThere.apply(this);
        }
    }
}
