package dev.rowlock.diagnose.oncall.internal;

import org.jspecify.annotations.Nullable;

/**
 * One session that waited on the table at one look.
 *
 * @param kind for what
 * @param waiter who waits
 * @param blocker who is at the root of it: holds the lock, or holds what the holder waits for, and waits for nobody; null if unknown
 */
public record LockWait(
        Kind kind, SessionView waiter, @Nullable SessionView blocker) {
    /** For what. */
    public enum Kind {
        ROW,
        DEFINITION
    }
}
