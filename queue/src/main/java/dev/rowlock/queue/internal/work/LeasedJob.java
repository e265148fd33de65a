package dev.rowlock.queue.internal.work;

import dev.rowlock.queue.JobId;
import dev.rowlock.queue.internal.line.Ties;

/**
 * A claimed job: its place in the table, its fence and what stands in it.
 *
 * @param token of this claim
 * @param attempts attempts that have failed so far
 * @param payload not to be changed
 * @param ties what it has to do with others
 */
@SuppressWarnings("ArrayRecordComponent") // rows are told apart by identity; a copy for each job would be wasted
record LeasedJob(
        int priority,
        JobId id,
        long token,
        int attempts,
        int maxAttempts,
        String kind,
        String headers,
        byte[] payload,
        Ties ties) {
    /** One that has to do with no other. */
    LeasedJob(
            int priority,
            JobId id,
            long token,
            int attempts,
            int maxAttempts,
            String kind,
            String headers,
            byte[] payload) {
        this(priority, id, token, attempts, maxAttempts, kind, headers, payload, Ties.NONE);
    }
}
