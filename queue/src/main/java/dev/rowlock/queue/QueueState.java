package dev.rowlock.queue;

/** Whether claims of a queue find anything. */
public enum QueueState {
    RUNNING,
    /** Claims come back empty until somebody resumes it. */
    PAUSED
}
