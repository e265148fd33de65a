package dev.rowlock.pacing.signal;

/** How a transaction is lost to another one. */
public enum Loss {
    /** Error 1213: rolled back to end a deadlock. */
    DEADLOCK,
    /** Error 1205: gave up waiting for a row lock. With {@code innodb_deadlock_detect=OFF} deadlocks end like this, too. */
    LOCK_WAIT_TIMEOUT
}
