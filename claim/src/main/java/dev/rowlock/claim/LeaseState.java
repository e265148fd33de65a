package dev.rowlock.claim;

/** The states of a row, whatever the table calls them. */
public enum LeaseState {
    READY,
    PROCESSING,
    DONE,
    DEAD
}
