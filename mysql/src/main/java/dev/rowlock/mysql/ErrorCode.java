package dev.rowlock.mysql;

/** What kind of error a {@link RowlockException} is, so that errors can be counted and mapped without reading messages. */
public enum ErrorCode {
    /** A setting, name or table that cannot work as given. */
    CONFIGURATION,
    /** The server could not be reached, or the connection was lost before anything was committed. */
    UNREACHABLE,
    /** The account may not do this. */
    ACCESS_DENIED,
    /** Another transaction holds what was asked for. */
    LOCK_CONFLICT,
    /** This transaction was chosen as the victim of a deadlock, more often than it was retried. */
    DEADLOCK,
    /** The connection was lost while committing, and reading back did not tell what happened. */
    COMMIT_UNKNOWN,
    /** The server takes no writes. */
    READ_ONLY,
    /** A statement or value is larger than the server takes. */
    TOO_LARGE,
    /** Any other error of the server. */
    STORE
}
