package dev.rowlock.queue.internal.sql;

/**
 * Statements about dead letters. READ COMMITTED.
 *
 * <p>{@code {index}}, {@code {queue}} and {@code {order}} make them statements about one queue, along dead_queue, or about all, along PRIMARY.
 */
public final class DeadLetterStatements {
    /** Dead letters, the oldest first. Locks: none. Index: dead_queue or PRIMARY. */
    public static final String DEAD_LIST = """
            SELECT d.id, d.kind, d.attempts, TIMESTAMPDIFF(MICROSECOND, '1970-01-01', d.died_at), d.reason, d.stack,
                   (SELECT q.name FROM rowlock_queue q WHERE q.id = d.queue_id)
              FROM rowlock_dead d FORCE INDEX ({index})
             WHERE {queue} d.id > ?
             ORDER BY {order} d.id
             LIMIT ?
            """;

    /**
     * The next dead letters, and which of them are meant: as many rows are looked at as come back, however few are meant. Locks: none. Index:
     * dead_queue or PRIMARY.
     */
    public static final String DEAD_NEXT = """
            SELECT d.id, {meant}
              FROM rowlock_dead d FORCE INDEX ({index})
             WHERE {queue} d.id > ?
             ORDER BY {order} d.id
             LIMIT ?
            """;

    public static final String OF_KIND = " AND d.kind = ?";

    public static final String WITH_REASON = " AND LOCATE(LOWER(?), LOWER(d.reason)) > 0";

    public static final String DIED_FROM = " AND d.died_at >= TIMESTAMP'1970-01-01 00:00:00' + INTERVAL ? MICROSECOND";

    public static final String DIED_BEFORE = " AND d.died_at < TIMESTAMP'1970-01-01 00:00:00' + INTERVAL ? MICROSECOND";

    /** Microseconds since 1970 by the database's clock. */
    public static final String NOW = "SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))";

    /**
     * Locks those of these that are there and that nobody has locked; with {@link #OF_QUEUE} and {@link #PASSING}. Locks: exclusive on the primary-key record
     * of each row returned, until the commit; along dead_queue it would keep the entries of rows passed over (facts 1.2). Index: PRIMARY.
     */
    public static final String DEAD_LOCK = """
            SELECT id, queue_id, line_key IS NOT NULL FROM rowlock_dead FORCE INDEX (PRIMARY) WHERE id IN ({ids})
            """;

    public static final String OF_QUEUE = " AND queue_id = ?";

    public static final String PASSING = " FOR UPDATE SKIP LOCKED";

    /** Copies dead letters back to where claims look; tokens go on growing (facts 1.8). Locks: exclusive on the new rows. Index: PRIMARY. */
    public static final String DEAD_REVIVE = """
            INSERT INTO rowlock_job (queue_id, priority, id, token, attempts, max_attempts, kind, headers, payload)
            SELECT queue_id, priority, id, token, 0, max_attempts, kind, headers, payload
              FROM rowlock_dead FORCE INDEX (PRIMARY)
             WHERE id IN ({ids})
             ORDER BY queue_id, priority, id
            """;

    /** Writes down how dead letters ended. Locks: exclusive on the new rows. Index: PRIMARY. */
    public static final String DEAD_RECORD = """
            INSERT INTO rowlock_history (id, day, queue_id, outcome, attempts, kind, finished_at, result)
            SELECT id, UTC_DATE(), queue_id, ?, attempts, kind, UTC_TIMESTAMP(6), NULL
              FROM rowlock_dead FORCE INDEX (PRIMARY)
             WHERE id IN ({ids})
             ORDER BY id
            """;

    /** Removes dead letters that are locked. Locks: held already, and their entries in dead_queue. Index: PRIMARY. */
    public static final String DEAD_REMOVE = """
            DELETE /*+ INDEX(rowlock_dead PRIMARY) */ /*M! rowlock_dead */ FROM rowlock_dead /*M! FORCE INDEX (PRIMARY) */
             WHERE id IN ({ids})
            """;

    /**
     * Whether one is still there, read back after a COMMIT whose answer was lost; waits for the lost session. Locks: exclusive on its primary-key
     * record, until the read-back's ROLLBACK. Index: PRIMARY.
     */
    public static final String DEAD_READ_BACK =
            "SELECT 1 FROM rowlock_dead FORCE INDEX (PRIMARY) WHERE id = ? FOR UPDATE";

    private DeadLetterStatements() {}
}
