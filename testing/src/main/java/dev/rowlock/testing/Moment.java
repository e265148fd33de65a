package dev.rowlock.testing;

/** When the network fails, seen from the statement that meets the fault. */
public enum Moment {
    /** The server never sees the statement. */
    BEFORE_THE_SERVER,
    /** The server did what it was asked and answered, and the client never hears of it. */
    AFTER_THE_ANSWER
}
