package dev.rowlock.benchmarks.internal.sql;

/**
 * What a bare JDBC loop sends over the queue's own tables: the same rows, the same order, one priority, and nothing beside them: no attempts that
 * are limited, no idempotency, no counts, no verdict for each job. {@code {ids}} stands for placeholders.
 */
public final class BareStatements {
    /** Adds jobs; {@link #JOB_ROW} follows once for each. Locks: exclusive on the new rows. */
    public static final String JOB_INSERT =
            "INSERT INTO rowlock_job (queue_id, priority, id, max_attempts, kind, headers, payload) VALUES ";

    public static final String JOB_ROW = "(?, 1, ?, 20, 'noop', '', ?)";

    /** Locks: exclusive on each row returned, until the commit. Index: PRIMARY. */
    public static final String JOB_CLAIM = """
            SELECT id, token, attempts, kind, headers, payload
              FROM rowlock_job FORCE INDEX (PRIMARY)
             WHERE queue_id = ? AND priority = 1 AND id > ? AND lease_until <= UTC_TIMESTAMP(6)
             ORDER BY id
             LIMIT ?
               FOR UPDATE SKIP LOCKED
            """;

    /** Locks: held already. Index: PRIMARY. */
    public static final String JOB_TAKE = """
            UPDATE rowlock_job FORCE INDEX (PRIMARY)
               SET token = ?, lease_until = UTC_TIMESTAMP(6) + INTERVAL 30 SECOND
             WHERE queue_id = ? AND priority = 1 AND id IN ({ids})
            """;

    /** Locks: exclusive on the new rows and the jobs read, until the commit. Index: PRIMARY. */
    public static final String JOB_RECORD = """
            INSERT INTO rowlock_history (id, day, queue_id, outcome, attempts, kind, finished_at, result)
            SELECT id, UTC_DATE(), queue_id, 1, attempts, kind, UTC_TIMESTAMP(6), NULL
              FROM rowlock_job FORCE INDEX (PRIMARY)
             WHERE queue_id = ? AND priority = 1 AND token = ? AND id IN ({ids}) AND lease_until > UTC_TIMESTAMP(6)
               FOR UPDATE
            """;

    /** Locks: held already. Index: PRIMARY. */
    public static final String JOB_REMOVE =
            "DELETE /*+ INDEX(rowlock_job PRIMARY) */ FROM rowlock_job WHERE queue_id = ? AND priority = 1 AND id IN ({ids})";

    private BareStatements() {}
}
