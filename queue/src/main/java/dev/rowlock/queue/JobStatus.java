package dev.rowlock.queue;

/**
 * What is known of a job. Immutable.
 *
 * @param queue its queue's name
 * @param attempts attempts that failed
 */
public record JobStatus(JobId id, String queue, String kind, JobState state, int attempts) {}
