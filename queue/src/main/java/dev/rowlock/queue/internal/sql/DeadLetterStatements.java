package dev.rowlock.queue.internal.sql;

/** Statements about dead letters. READ COMMITTED. */
public final class DeadLetterStatements {
    /** Dead letters of a queue, the oldest first. Locks: none. Index: dead_queue. */
    public static final String DEAD_LIST = """
            SELECT id, kind, attempts, TIMESTAMPDIFF(MICROSECOND, '1970-01-01', died_at), reason, stack
              FROM rowlock_dead FORCE INDEX (dead_queue)
             WHERE queue_id = ? AND id > ?
             ORDER BY queue_id, id
             LIMIT ?
            """;

    /** Locks one, if nobody has it locked. Locks: exclusive on its primary-key record, until the commit. Index: PRIMARY. */
    public static final String DEAD_LOCK = """
            SELECT id FROM rowlock_dead FORCE INDEX (PRIMARY) WHERE id = ? AND queue_id = ? FOR UPDATE SKIP LOCKED
            """;

    /**
     * Locks the oldest that nobody has locked. Locks: exclusive on the entry in dead_queue and the primary-key record of each row returned, until
     * the commit; and on the entry of each row passed over (facts 1.2), whom nobody waits for but another redrive or discard.
     */
    public static final String DEAD_LOCK_SOME = """
            SELECT id
              FROM rowlock_dead FORCE INDEX (dead_queue)
             WHERE queue_id = ?{kind}
             ORDER BY queue_id, id
             LIMIT ?
               FOR UPDATE SKIP LOCKED
            """;

    public static final String OF_KIND = " AND kind = ?";

    /** Copies dead letters back to where claims look; tokens go on growing (facts 1.8). Locks: exclusive on the new rows. Index: PRIMARY. */
    public static final String DEAD_REVIVE = """
            INSERT INTO rowlock_job (queue_id, priority, id, token, attempts, max_attempts, kind, headers, payload)
            SELECT queue_id, priority, id, token, 0, max_attempts, kind, headers, payload
              FROM rowlock_dead FORCE INDEX (PRIMARY)
             WHERE id IN ({ids})
             ORDER BY queue_id, priority, id
            """;

    /** Writes down how a dead letter ended. Locks: exclusive on the new row. Index: PRIMARY. */
    public static final String DEAD_RECORD = """
            INSERT INTO rowlock_history (id, day, queue_id, outcome, attempts, kind, finished_at, result)
            SELECT id, UTC_DATE(), queue_id, ?, attempts, kind, UTC_TIMESTAMP(6), NULL
              FROM rowlock_dead WHERE id = ?
            """;

    /** Removes dead letters that are locked. Locks: held already, and their entries in dead_queue. Index: PRIMARY. */
    public static final String DEAD_REMOVE = """
            DELETE /*+ INDEX(rowlock_dead PRIMARY) */ /*M! rowlock_dead */ FROM rowlock_dead /*M! FORCE INDEX (PRIMARY) */
             WHERE id IN ({ids})
            """;

    private DeadLetterStatements() {}
}
