package dev.rowlock.queue;

/** In which order jobs are listed: by their ids, and so by the time they were enqueued. */
public enum JobOrder {
    OLDEST_FIRST,
    NEWEST_FIRST
}
