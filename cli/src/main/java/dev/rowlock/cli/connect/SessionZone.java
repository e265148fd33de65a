package dev.rowlock.cli.connect;

/** The time zone of our sessions. */
public enum SessionZone {
    /** The server's. */
    SERVER,
    /** UTC, in which no hour comes twice. */
    UTC
}
