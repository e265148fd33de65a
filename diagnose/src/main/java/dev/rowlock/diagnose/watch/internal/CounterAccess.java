package dev.rowlock.diagnose.watch.internal;

/** Whether the account may read the server's counters. */
public enum CounterAccess {
    ALLOWED,
    DENIED
}
