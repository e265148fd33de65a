package dev.rowlock.mysql;

/** What {@link Transactions} may assume of the sessions a data source hands out. */
public enum SessionState {
    /** Nothing: the isolation level is set for each transaction, which costs one round trip. */
    ANY,
    /** The pool already sets {@link Isolation#READ_COMMITTED} on each connection it makes, so a transaction at that level costs none. */
    READ_COMMITTED
}
