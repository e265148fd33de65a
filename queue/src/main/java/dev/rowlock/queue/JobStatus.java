package dev.rowlock.queue;

import java.util.Optional;

/**
 * What is known of a job. Immutable.
 *
 * @param queue its queue's name
 * @param attempts attempts that failed
 * @param progress the newest figures of its handler: while it runs, of this attempt, else of the last; empty when there are none
 */
public record JobStatus(
        JobId id, String queue, String kind, JobState state, int attempts, Optional<JobProgress> progress) {
    /** Without progress. */
    public JobStatus(JobId id, String queue, String kind, JobState state, int attempts) {
        this(id, queue, kind, state, attempts, Optional.empty());
    }
}
