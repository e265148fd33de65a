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

    /** Rate that may be used again and was not. Locks: exclusive on each row removed, until the commit right after. Index: slot_free. */
    public static final String SLOT_EXPIRE =
            "DELETE FROM rowlock_slot WHERE free_at <= UTC_TIMESTAMP(6) - INTERVAL 1 MINUTE ORDER BY free_at LIMIT 500";

    /** What a queue's lines are held to. Locks: none. Index: PRIMARY. */
    public static final String LIMIT_READ =
            "SELECT concurrent, rate, period_micros FROM rowlock_limit WHERE queue_id = ?";

    /** Sets it. Locks: exclusive on the queue's row, until the commit right after. Index: PRIMARY. */
    public static final String LIMIT_SET = """
            INSERT INTO rowlock_limit (queue_id, concurrent, rate, period_micros) VALUES (?, ?, ?, ?)
            ON DUPLICATE KEY UPDATE concurrent = VALUES(concurrent), rate = VALUES(rate), period_micros = VALUES(period_micros)
            """;

    private SlotStatements() {}
}
