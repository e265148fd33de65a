package dev.rowlock.queue.internal.work;

import dev.rowlock.queue.JobId;

/**
 * A job that was inserted under a lease.
 *
 * @param token of the lease
 * @param payload not to be changed
 * @param sentAt elapsed time before the INSERT was sent: the lease stands at least its length from then
 * @param pause whether somebody has looked that the queue is not paused
 */
@SuppressWarnings("ArrayRecordComponent") // handed to one handler
public record SeatedJob(
        int priority,
        JobId id,
        long token,
        int maxAttempts,
        String kind,
        String headers,
        byte[] payload,
        long sentAt,
        PauseCheck pause) {
    /** When it is seen to that a paused queue starts nothing. */
    public enum PauseCheck {
        /** In the transaction that inserted it. */
        DONE,
        /** By the handler's thread, before it calls the handler. */
        AT_START
    }

    LeasedJob leased() {
        return new LeasedJob(priority, id, token, 0, maxAttempts, kind, headers, payload);
    }
}
