package dev.rowlock.queue.internal.sql;

/** Statements about the marks by which workers tell whether a COMMIT without an answer happened. READ COMMITTED. */
public final class MarkStatements {
    /** Puts a worker's mark, with its figures, about once a second. Locks: exclusive on the worker's own row, until the commit. Index: PRIMARY. */
    public static final String MARK_PUT = """
            INSERT INTO rowlock_mark (worker, number, marked_at) VALUES (?, ?, UTC_TIMESTAMP(6))
            ON DUPLICATE KEY UPDATE number = VALUES(number), marked_at = VALUES(marked_at)
            """;

    /**
     * Reads it after a COMMIT whose answer was lost; waits for the lost session, which keeps its locks until it has ended. Locks: exclusive on the row, until the
     * ROLLBACK or COMMIT right after. Index: PRIMARY.
     */
    public static final String MARK_READ =
            "SELECT number FROM rowlock_mark FORCE INDEX (PRIMARY) WHERE worker = ? FOR UPDATE";

    /**
     * Forgets marks of workers that are gone: one that is asked for was put a moment before. Locks: exclusive on each row removed, until the commit right after. Index:
     * mark_at.
     */
    public static final String MARK_EXPIRE =
            "DELETE FROM rowlock_mark WHERE marked_at < UTC_TIMESTAMP(6) - INTERVAL 2 DAY ORDER BY marked_at LIMIT 500";

    private MarkStatements() {}
}
