package dev.rowlock.mysql;

/** What reading back found out about a COMMIT whose answer was lost. */
public enum CommitVerdict {
    /** The transaction had committed. */
    COMMITTED,
    /** The transaction had not committed and no longer can. */
    NOT_COMMITTED,
    /** The data does not tell. */
    UNKNOWN
}
