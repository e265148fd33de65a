package dev.rowlock.queue;

/** How a job can end. The order of the constants is what the tables keep. */
public enum Ending {
    /** Its handler finished it. */
    DONE,
    /** Somebody took it back. */
    CANCELLED,
    /** It was given up, and is kept among the dead letters. */
    DEAD,
    /** A dead letter was thrown away. */
    DISCARDED
}
