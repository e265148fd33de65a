package dev.rowlock.queue;

import java.time.Instant;

/**
 * A job in a list. Immutable.
 *
 * @param maxAttempts 0 when it is no longer kept, which is so for jobs that have ended
 * @param at by the database's clock: when its lease ends, when it is due, or when it ended or was given up; 1970 for a ready job
 */
public record ListedJob(JobStatus status, int maxAttempts, Instant at) {}
