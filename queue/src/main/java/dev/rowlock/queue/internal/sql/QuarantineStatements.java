package dev.rowlock.queue.internal.sql;

/**
 * Statements about jobs whose lease ended without an answer, and about kinds in quarantine. READ COMMITTED. Most run in the transaction of a claim that
 * found such a job; none does on a claim that found only ready ones.
 */
public final class QuarantineStatements {
    /**
     * Kinds in quarantine, asked only when there are some. Locks: shared on each row, until the claim's commit: a release waits for claims that park
     * jobs, and leaves none behind. Index: PRIMARY.
     */
    public static final String KINDS = "SELECT kind FROM rowlock_quarantine LOCK IN SHARE MODE";

    /** Earlier leases of these jobs that ended without an answer. Locks: none. Index: PRIMARY. */
    public static final String LOSS_EARLIER =
            "SELECT DISTINCT job_id FROM rowlock_loss FORCE INDEX (PRIMARY) WHERE job_id IN ({ids}) AND excused = 0";

    /**
     * Notes leases that ended without an answer; {@link #LOSS_ROW} follows once for each, and {@link #LOSS_KEEP}. Locks: exclusive on the new rows,
     * until the claim's commit; whoever excuses one at the same time waits, or is waited for.
     */
    public static final String LOSS_INSERT =
            "INSERT INTO rowlock_loss (job_id, token, kind, lost_at, repeated, excused, answered) VALUES ";

    public static final String LOSS_ROW = "(?, ?, ?, UTC_TIMESTAMP(6), ?, ?, ?)";

    /** Its holder may have excused it before. */
    public static final String LOSS_KEEP = " ON DUPLICATE KEY UPDATE repeated = GREATEST(repeated, VALUES(repeated))";

    /** The holder has spoken after all. */
    public static final String LOSS_EXCUSE = " ON DUPLICATE KEY UPDATE excused = 1";

    /** Jobs that were lost and have been answered since. Locks: exclusive on each row, until the commit. Index: PRIMARY. */
    public static final String LOSS_ANSWERED =
            "UPDATE rowlock_loss FORCE INDEX (PRIMARY) SET excused = 1 WHERE job_id IN ({ids}) AND excused = 0";

    /**
     * When jobs of a kind were lost again, in microseconds since 1970, the newest first, how many each time, and how many of the kind had been answered
     * then. What was lost until a lease after a kind was put in quarantine is that kind's doing and counts against nobody else. Locks: none. Index:
     * loss_kind, which is the order. Parameters: kind, how far back, lease.
     */
    public static final String LOSS_RELAPSES = """
            SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', lost_at), COUNT(*), MIN(answered)
              FROM rowlock_loss FORCE INDEX (loss_kind)
             WHERE kind = ? AND excused = 0 AND repeated = 1 AND lost_at > UTC_TIMESTAMP(6) - INTERVAL ? MICROSECOND
               AND lost_at > (SELECT COALESCE(MAX(since), TIMESTAMP'1970-01-01 00:00:00') + INTERVAL ? MICROSECOND FROM rowlock_quarantine)
             GROUP BY lost_at
             ORDER BY lost_at DESC
             LIMIT 1000
            """;

    /** All kinds of which a job was lost. Locks: none. Index: loss_kind, one look for each kind. */
    public static final String LOSS_KINDS = "SELECT DISTINCT kind FROM rowlock_loss FORCE INDEX (loss_kind)";

    /**
     * Adds to how many jobs of kinds were answered; {@link #ANSWER_OF_KIND} follows once for each, with UNION ALL, and {@link #ANSWER_SUM}. Where nothing
     * is lost nothing is written. Locks: exclusive on the rows of this process's slot, until the commit. Index: PRIMARY, and loss_kind without locks.
     */
    public static final String ANSWER_ADD = "INSERT INTO rowlock_answer (kind, slot, answered) ";

    public static final String ANSWER_OF_KIND =
            "SELECT ?, ?, ? FROM DUAL WHERE EXISTS (SELECT 1 FROM rowlock_loss WHERE rowlock_loss.kind = ?)";

    public static final String ANSWER_SUM =
            " ON DUPLICATE KEY UPDATE rowlock_answer.answered = rowlock_answer.answered + VALUES(answered)";

    /** How many jobs of kinds were answered. Locks: none. Index: PRIMARY. */
    public static final String ANSWERS =
            "SELECT kind, SUM(answered) FROM rowlock_answer WHERE kind IN ({kinds}) GROUP BY kind";

    /** Kinds that are counted and of which nothing is lost any more. Locks: none. Index: PRIMARY, a look for each kind; loss_kind. */
    public static final String ANSWER_UNUSED = """
            SELECT kind
              FROM (SELECT DISTINCT kind FROM rowlock_answer) counted
             WHERE NOT EXISTS (SELECT 1 FROM rowlock_loss WHERE rowlock_loss.kind = counted.kind)
             LIMIT 500
            """;

    /** Forgets a kind's count. Locks: exclusive on its rows, until the commit right after. Index: PRIMARY. */
    public static final String ANSWER_FORGET = "DELETE FROM rowlock_answer WHERE kind = ?";

    /** Forgets losses of a kind. Locks: exclusive on each row, until the commit right after. Index: loss_kind. */
    public static final String LOSS_FORGET =
            "DELETE FROM rowlock_loss WHERE kind = ? ORDER BY kind, excused, repeated, lost_at LIMIT 500";

    /** Forgets what is too old to count. Locks: as above. Index: loss_at. */
    public static final String LOSS_EXPIRE =
            "DELETE FROM rowlock_loss WHERE lost_at < UTC_TIMESTAMP(6) - INTERVAL 2 DAY ORDER BY lost_at LIMIT 500";

    /** Puts a kind in quarantine; one that is there stays as it is. Locks: exclusive on the new row, shared on one that is there. */
    public static final String QUARANTINE_ADD = """
            INSERT IGNORE INTO rowlock_quarantine (kind, since, losses, reason) VALUES (?, UTC_TIMESTAMP(6), ?, ?)
            """;

    /** Kinds in quarantine, for people. Locks: none. Index: PRIMARY. */
    public static final String QUARANTINE_LIST = """
            SELECT kind, TIMESTAMPDIFF(MICROSECOND, '1970-01-01', since), losses, reason FROM rowlock_quarantine ORDER BY kind
            """;

    /** Ends it. Locks: exclusive on the row, until the commit right after; waits for claims that park jobs. Index: PRIMARY. */
    public static final String QUARANTINE_REMOVE = "DELETE FROM rowlock_quarantine WHERE kind = ?";

    /**
     * Copies locked jobs of kinds in quarantine to where no claim looks: due at a time that no job is given. A row whose lease had ended counts an
     * attempt; one of an ordered line goes on holding it back. They are removed next. Locks: exclusive on the new rows. Index: PRIMARY.
     */
    public static final String JOB_PARK = """
            INSERT INTO rowlock_delayed
                   (due_at, id, queue_id, priority, token, attempts, max_attempts, line_key, line_seq, slot, unique_key,
                    kind, headers, payload)
            SELECT '9999-12-31 00:00:00', id, queue_id, priority, token, attempts + (lease_until > '1970-01-01'), max_attempts,
                   line_key, line_seq, IF(LEFT(line_key, 1) = 'o', slot, NULL), unique_key, kind, headers, payload
              FROM rowlock_job FORCE INDEX (PRIMARY)
             WHERE queue_id = ? AND ({rows})
            """;

    /** Parked jobs of whatever kind, to go on from an id. Locks: none. Index: delayed_due. */
    public static final String PARKED = """
            SELECT id, kind
              FROM rowlock_delayed FORCE INDEX (delayed_due)
             WHERE due_at = '9999-12-31 00:00:00' AND id > ?
             ORDER BY due_at, id
             LIMIT 1000
            """;

    /** Makes parked jobs due. Locks: exclusive on each row and its entries in delayed_due, until the commit right after. Index: PRIMARY. */
    public static final String UNPARK = """
            UPDATE rowlock_delayed FORCE INDEX (PRIMARY)
               SET due_at = UTC_TIMESTAMP(6)
             WHERE id IN ({ids}) AND due_at = '9999-12-31 00:00:00'
            """;

    private QuarantineStatements() {}
}
