package dev.rowlock.binlog;

/** What was done to a row. */
public enum ChangeKind {
    INSERT,
    UPDATE,
    DELETE
}
