package dev.rowlock.queue;

/** Where a job is. */
public enum JobState {
    /** Waits for a worker. */
    READY,
    /** A worker has it. */
    RUNNING,
    /** Waits for its time: delayed, snoozed, or to be tried again. */
    DELAYED,
    /** Put aside, because its kind is in quarantine. */
    QUARANTINED,
    /** Waits for its turn among the jobs of its ordering key or concurrency key. */
    BLOCKED,
    /** Given up, and kept. */
    DEAD,
    DONE,
    CANCELLED,
    DISCARDED
}
