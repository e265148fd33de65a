package dev.rowlock.queue;

import java.util.Optional;

/**
 * How far a {@link DeadLetterRun} is. Immutable.
 *
 * @param moved dead letters that are redriven or discarded, and committed
 * @param lookedAt dead letters it has passed, whether they were meant or not
 * @param busy dead letters that were meant and that somebody else was at: another run redrives or discards them
 * @param position the last one it has passed: {@link DeadLetterRun#after} goes on there
 * @param end whether it has come to an end
 */
public record DeadLetterProgress(long moved, long lookedAt, long busy, Optional<JobId> position, End end) {
    /** Why a run is not at work any more. */
    public enum End {
        /** It is. */
        NOT_YET,
        /** It has passed all dead letters there were when it began. */
        ALL_PASSED,
        /** Its thread was interrupted. */
        INTERRUPTED
    }
}
