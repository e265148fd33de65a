package dev.rowlock.queue.internal.work;

import dev.rowlock.queue.JobId;

/**
 * A claimed job: its place in the table, its fence and what stands in it.
 *
 * @param token of this claim
 * @param attempts attempts that have failed so far
 * @param payload not to be changed
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
        byte[] payload) {}
