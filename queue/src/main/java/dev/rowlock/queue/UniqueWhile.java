package dev.rowlock.queue;

/** How long the key of a job keeps others with the same key from being enqueued. */
public enum UniqueWhile {
    /** Until a worker begins with the job for the first time: a job enqueued while it runs is a new one. */
    PENDING,
    /** Until the job has ended, is cancelled or is given up: retries and snoozes are part of it. */
    PENDING_OR_RUNNING
}
