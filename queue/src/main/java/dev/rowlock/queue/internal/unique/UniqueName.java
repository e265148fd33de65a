package dev.rowlock.queue.internal.unique;

import dev.rowlock.queue.UniqueWhile;

/**
 * A key and how long it is taken, as a job's row keeps it. Immutable.
 *
 * @param name the application's key
 */
public record UniqueName(String name, UniqueWhile until) {
    private static final char PENDING = 'p';
    private static final char RUNNING = 'r';

    public String text() {
        return (until == UniqueWhile.PENDING ? PENDING : RUNNING) + ":" + name;
    }

    public static UniqueName of(String text) {
        return new UniqueName(
                text.substring(2), text.charAt(0) == PENDING ? UniqueWhile.PENDING : UniqueWhile.PENDING_OR_RUNNING);
    }
}
