package dev.rowlock.queue;

/** What a worker writes down about jobs that are done. */
public enum History {
    /** A row for each, with its result. */
    KEPT,
    /** Only the count: cheaper, and results cannot be asked for. */
    COUNTED
}
