package dev.rowlock.queue.internal.sql;

/** Statements about the slots of lines and what limits them. READ COMMITTED. {@code {slots}} stands for one piece for each line. */
public final class SlotStatements {
    /** Who holds what in some lines, and how long rate is used up, in microseconds. Locks: none. Index: PRIMARY. */
    public static final String SLOT_READ = """
            SELECT line_key, number, job_id, TIMESTAMPDIFF(MICROSECOND, UTC_TIMESTAMP(6), free_at)
              FROM rowlock_slot FORCE INDEX (PRIMARY)
             WHERE queue_id = ? AND line_key IN ({lines})
            """;

    /**
     * Locks some slots, passing over those that others have locked. A job ends only under the lock of its slot; who throws a ticket away has
     * seen to it, by the lock of a slot in use, that its holder is still to look at the line.
     * <p>Locks: exclusive on the primary-key record of each row returned, until the commit. Index: PRIMARY.
     */
    public static final String SLOT_LOCK = """
            SELECT line_key, number, job_id, NULL
              FROM rowlock_slot FORCE INDEX (PRIMARY)
             WHERE queue_id = ? AND ({slots})
             ORDER BY queue_id, line_key, number
               FOR UPDATE SKIP LOCKED
            """;

    /** Which of them are there. Locks: none. Index: PRIMARY. */
    public static final String SLOT_LOOK = """
            SELECT line_key, number, job_id, NULL
              FROM rowlock_slot FORCE INDEX (PRIMARY)
             WHERE queue_id = ? AND ({slots})
            """;

    public static final String SLOT = "line_key IN ({lines}) AND number IN ({ids})";

    /**
     * Gives slots to jobs, {@link #SLOT_ROW} for each, and then {@link #SLOT_GIVE_FREE} or {@link #SLOT_GIVE_ON}. Locks: exclusive on the
     * rows, until the commit. Index: PRIMARY.
     */
    public static final String SLOT_GIVE =
            "INSERT INTO rowlock_slot (queue_id, line_key, number, job_id, free_at) VALUES ";

    public static final String SLOT_ROW = "(?, ?, ?, ?, UTC_TIMESTAMP(6) + INTERVAL ? MICROSECOND)";

    /**
     * For slots that no row is there for: the statement fails when there is one, and nothing is written. Otherwise as {@link #SLOT_GIVE_FREE}. Locks: shared on the
     * row that is there, until the transaction ends.
     */
    public static final String SLOT_GIVE_NEW = "";

    /**
     * For new ones and places of a rate that may be used again; others stay whose they are, which {@link #SLOT_LOOK} tells. Under the lock of
     * the line's first row nobody else inserts any, so it does not wait, unless an earlier row was committed in between and both are first.
     */
    public static final String SLOT_GIVE_FREE = """
             ON DUPLICATE KEY UPDATE job_id = IF(free_at <= UTC_TIMESTAMP(6), VALUES(job_id), job_id),
                                     free_at = IF(free_at <= UTC_TIMESTAMP(6), VALUES(free_at), free_at)
            """;

    /** For the slots of jobs that are over, which are locked: the next has them. */
    public static final String SLOT_GIVE_ON = " ON DUPLICATE KEY UPDATE job_id = VALUES(job_id)";

    /** Frees slots that are locked. Locks: held already. Index: PRIMARY. */
    public static final String SLOT_FREE = """
            DELETE /*+ INDEX(rowlock_slot PRIMARY) */ /*M! rowlock_slot */ FROM rowlock_slot /*M! FORCE INDEX (PRIMARY) */
             WHERE queue_id = ? AND ({slots})
            """;

    /** Frees the slot of one job, waiting for a claim that looks at it. Locks: exclusive on its row, until the commit. Index: PRIMARY. */
    public static final String SLOT_FREE_ONE =
            "DELETE FROM rowlock_slot WHERE queue_id = ? AND line_key = ? AND number = ? AND job_id = ?";

    /** Rate that may be used again and was not; places of a queue's own rate stay. Locks: exclusive on each row removed, until the commit right after. Index: slot_free. */
    public static final String SLOT_EXPIRE =
            "DELETE FROM rowlock_slot WHERE free_at <= UTC_TIMESTAMP(6) - INTERVAL 1 MINUTE AND line_key <> 'q:' ORDER BY free_at LIMIT 500";

    /** What a queue and its lines are held to. Locks: none. Index: PRIMARY; a row for each kind that has a limit, and two. */
    public static final String LIMIT_READ =
            "SELECT scope, concurrent, rate, period_micros FROM rowlock_limit FORCE INDEX (PRIMARY) WHERE queue_id = ?";

    /** Sets one of them. Locks: exclusive on its row, until the commit right after. Index: PRIMARY. */
    public static final String LIMIT_SET = """
            INSERT INTO rowlock_limit (queue_id, scope, concurrent, rate, period_micros) VALUES (?, ?, ?, ?, ?)
            ON DUPLICATE KEY UPDATE concurrent = VALUES(concurrent), rate = VALUES(rate), period_micros = VALUES(period_micros)
            """;

    /** Removes one. Locks and index the same. */
    public static final String LIMIT_REMOVE = "DELETE FROM rowlock_limit WHERE queue_id = ? AND scope = ?";

    /**
     * Places of a queue's rate that may be used now. Nobody waits for anybody: two claims pass over each other's places. Locks: exclusive on the primary-key
     * record of each row returned, until the commit; MariaDB keeps those of the rows it looked at as well. Index: PRIMARY.
     */
    public static final String RATE_LOCK = """
            SELECT number
              FROM rowlock_slot FORCE INDEX (PRIMARY)
             WHERE queue_id = ? AND line_key = 'q:' AND number < ? AND free_at <= UTC_TIMESTAMP(6)
             ORDER BY queue_id, line_key, number
             LIMIT ?
               FOR UPDATE SKIP LOCKED
            """;

    /** Uses places that are locked, for a period in microseconds. Locks: held already, and the rows' entries in slot_free. Index: PRIMARY. */
    public static final String RATE_USE = """
            UPDATE rowlock_slot FORCE INDEX (PRIMARY)
               SET free_at = UTC_TIMESTAMP(6) + INTERVAL ? MICROSECOND
             WHERE queue_id = ? AND line_key = 'q:' AND number IN ({ids})
            """;

    /** In how many microseconds the next place may be used. Locks: none. Index: PRIMARY, the places of one queue. */
    public static final String RATE_NEXT = """
            SELECT MIN(TIMESTAMPDIFF(MICROSECOND, UTC_TIMESTAMP(6), free_at))
              FROM rowlock_slot FORCE INDEX (PRIMARY)
             WHERE queue_id = ? AND line_key = 'q:' AND number < ?
            """;

    /** Adds places to a queue's rate, {@link #RATE_ROW} for each; those that are there stay used. Locks: exclusive on the rows, until the commit right after. */
    public static final String RATE_ADD =
            "INSERT IGNORE INTO rowlock_slot (queue_id, line_key, number, job_id, free_at) VALUES ";

    public static final String RATE_ROW = "(?, 'q:', ?, '', TIMESTAMP'1970-01-01 00:00:00')";

    /** Places that are used for longer than a period from now: the period was shortened. Locks and index as {@link #RATE_USE}; waits for claims. */
    public static final String RATE_SHORTEN = """
            UPDATE rowlock_slot FORCE INDEX (PRIMARY)
               SET free_at = LEAST(free_at, UTC_TIMESTAMP(6) + INTERVAL ? MICROSECOND)
             WHERE queue_id = ? AND line_key = 'q:'
            """;

    private SlotStatements() {}
}
