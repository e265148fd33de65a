package dev.rowlock.queue.internal.lookout;

/** What a claim looked at. */
public enum Extent {
    /** Whatever there is. */
    ALL,
    /** The jobs that its worker was woken for, and nothing else. */
    HEARD
}
