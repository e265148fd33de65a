package dev.rowlock.queue.internal.sql;

/**
 * Statements of a worker's cycle: results of the last batch and the claim of the next, in one READ COMMITTED transaction. All name rows of
 * one queue by primary key, in primary-key order.
 *
 * <p>{@code {lanes}}, {@code {rows}} and {@code {held}} stand for one piece for each priority, put together with OR: equality on the first
 * two columns of the key and a range or list on the third is what both families make an index range of (facts 2).
 */
public final class CycleStatements {
    /**
     * Takes the first jobs that are free behind the cursors (A1): ready ones, and those whose lease has ended (A6).
     * <p>Locks: exclusive on the primary-key record of each row returned, until the commit; rows that others have locked are passed over,
     * and rows under a lease are looked at and let go. Index: PRIMARY, which is the order, so nothing is sorted (facts 1.1).
     * A paused queue gives nothing; the row that says so is read without a lock.
     */
    public static final String JOB_CLAIM = """
            SELECT priority, id, token, attempts, max_attempts, kind, headers, payload, lease_until > '1970-01-01',
                   TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)), EXISTS (SELECT 1 FROM rowlock_quarantine),
                   line_key, slot, unique_key,
                   EXISTS (SELECT 1 FROM rowlock_limit l WHERE l.queue_id = ? AND l.scope <> 'l:')
              FROM rowlock_job FORCE INDEX (PRIMARY)
             WHERE queue_id = ? AND ({lanes}) AND lease_until <= UTC_TIMESTAMP(6)
               AND (SELECT paused_at FROM rowlock_queue WHERE id = ?) IS NULL
             ORDER BY queue_id, priority, id
             LIMIT ?
               FOR UPDATE SKIP LOCKED
            """;

    /**
     * The same rows without locks, for MariaDB, which keeps the lock of every row under somebody's lease that a locking scan has looked at, so that
     * holders would find their rows locked. Locks: none. Index: PRIMARY.
     */
    public static final String JOB_LOOK = """
            SELECT priority, id
              FROM rowlock_job FORCE INDEX (PRIMARY)
             WHERE queue_id = ? AND ({lanes}) AND lease_until <= UTC_TIMESTAMP(6)
               AND (SELECT paused_at FROM rowlock_queue WHERE id = ?) IS NULL
             ORDER BY queue_id, priority, id
             LIMIT ?
            """;

    /** Takes those of them that still are free; otherwise as {@link #JOB_CLAIM}. */
    public static final String JOB_CLAIM_SEEN = """
            SELECT priority, id, token, attempts, max_attempts, kind, headers, payload, lease_until > '1970-01-01',
                   TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)), EXISTS (SELECT 1 FROM rowlock_quarantine),
                   line_key, slot, unique_key,
                   EXISTS (SELECT 1 FROM rowlock_limit l WHERE l.queue_id = ? AND l.scope <> 'l:')
              FROM rowlock_job FORCE INDEX (PRIMARY)
             WHERE queue_id = ? AND ({rows}) AND lease_until <= UTC_TIMESTAMP(6)
             ORDER BY queue_id, priority, id
               FOR UPDATE SKIP LOCKED
            """;

    public static final String LANE = "priority = ? AND id > ?";

    /** Rows behind the cursors that are known to be ready. */
    public static final String POINTS = "priority = ? AND id IN ({ids})";

    /**
     * Writes the claim into the rows just locked (A2). A row whose lease had ended counts an attempt. Locks: held already. Index: PRIMARY.
     */
    public static final String JOB_TAKE = """
            UPDATE rowlock_job FORCE INDEX (PRIMARY)
               SET attempts = attempts + (lease_until > '1970-01-01'), token = ?,
                   lease_until = UTC_TIMESTAMP(6) + INTERVAL ? MICROSECOND
             WHERE queue_id = ? AND ({rows})
            """;

    public static final String ROWS = "priority = ? AND id IN ({ids})";

    /**
     * Writes down which jobs are done and locks them, as long as the lease they were done under stands (A7): one statement for a batch. Fewer
     * rows than named means that a lease was lost or somebody has a row locked; the transaction is then rolled back and settled with
     * {@link #JOB_LOCK_HELD}, row by row. It passes over locked rows, because a batch that waited for one row would make others wait for the rest.
     * <p>Locks: exclusive on the primary-key record of each row that stands, until the commit, and on the new rows. Index: PRIMARY.
     */
    public static final String JOB_RECORD_HELD = """
            INSERT INTO rowlock_history (id, day, queue_id, outcome, attempts, kind, finished_at, result)
            SELECT id, UTC_DATE(), queue_id, ?, attempts, kind, UTC_TIMESTAMP(6), NULL
              FROM rowlock_job FORCE INDEX (PRIMARY)
             WHERE queue_id = ? AND ({held}) AND lease_until > UTC_TIMESTAMP(6)
               FOR UPDATE SKIP LOCKED
            """;

    /**
     * Removes one job that is done, as long as its lease stands, in the caller's own transaction: waits for the row's lock as that does.
     * <p>Locks: exclusive on the row's primary-key record, until the caller's transaction ends. Index: PRIMARY.
     */
    public static final String JOB_DONE = """
            DELETE /*+ INDEX(rowlock_job PRIMARY) */ /*M! rowlock_job */ FROM rowlock_job /*M! FORCE INDEX (PRIMARY) */
             WHERE queue_id = ? AND ({held}) AND lease_until > UTC_TIMESTAMP(6)
            """;

    public static final String HELD = "priority = ? AND token = ? AND id IN ({ids})";

    /**
     * Locks those rows whose lease stands (A7), passing over rows that others have locked.
     * <p>Locks: exclusive on the primary-key record of each row returned, until the commit. Index: PRIMARY.
     */
    public static final String JOB_LOCK_HELD = """
            SELECT id
              FROM rowlock_job FORCE INDEX (PRIMARY)
             WHERE queue_id = ? AND ({held}) AND lease_until > UTC_TIMESTAMP(6)
               FOR UPDATE SKIP LOCKED
            """;

    /** Which leases stand, also on rows that others have locked. Locks: none. Index: PRIMARY. */
    public static final String JOB_STANDING = """
            SELECT id
              FROM rowlock_job FORCE INDEX (PRIMARY)
             WHERE queue_id = ? AND ({held}) AND lease_until > UTC_TIMESTAMP(6)
            """;

    /** Gives rows back that were not begun. Locks: held already. Index: PRIMARY. */
    public static final String JOB_RELEASE = """
            UPDATE rowlock_job FORCE INDEX (PRIMARY)
               SET lease_until = '1970-01-01 00:00:00'
             WHERE queue_id = ? AND ({held})
            """;

    /**
     * Extends leases, one statement for all of a worker's jobs, up to 500. Fewer rows than named: {@link #JOB_STANDING} tells which.
     * <p>Locks: exclusive on the primary-key record of each row named, until the commit right after. Index: PRIMARY. It may wait for the
     * worker's own cycle.
     */
    public static final String JOB_EXTEND = """
            UPDATE rowlock_job FORCE INDEX (PRIMARY)
               SET lease_until = UTC_TIMESTAMP(6) + INTERVAL ? MICROSECOND
             WHERE queue_id = ? AND ({held}) AND lease_until > UTC_TIMESTAMP(6)
            """;

    /**
     * Copies a job that is to be tried later. The row is locked already and is deleted next. In an ordered line it keeps its slot. Locks:
     * exclusive on the new row; none more on the old one. Parameters: delay in microseconds, attempts to add.
     */
    public static final String JOB_DELAY = """
            INSERT INTO rowlock_delayed
                   (due_at, id, queue_id, priority, token, attempts, max_attempts, line_key, line_seq, slot, unique_key,
                    kind, headers, payload)
            SELECT UTC_TIMESTAMP(6) + INTERVAL ? MICROSECOND, id, queue_id, priority, token, attempts + ?, max_attempts,
                   line_key, line_seq, IF(LEFT(line_key, 1) = 'o', slot, NULL), unique_key, kind, headers, payload
              FROM rowlock_job WHERE queue_id = ? AND priority = ? AND id = ?
            """;

    /** Copies a job that is given up; as {@link #JOB_DELAY}. Parameters: attempts to add, reason, stack. */
    public static final String JOB_BURY = """
            INSERT INTO rowlock_dead
                   (id, queue_id, priority, token, attempts, max_attempts, line_key, kind, headers, payload, died_at, reason, stack)
            SELECT id, queue_id, priority, token, attempts + ?, max_attempts, line_key, kind, headers, payload, UTC_TIMESTAMP(6), ?, ?
              FROM rowlock_job WHERE queue_id = ? AND priority = ? AND id = ?
            """;

    /**
     * Removes rows that are locked and moved or recorded. Locks: held already. Index: PRIMARY. A list that is a good part of
     * the table must not become a scan, which would wait for everybody's rows (facts 3.4): MySQL keeps to the index by the hint, and not by FORCE
     * INDEX; MariaDB by FORCE INDEX, which only the multi-table form takes. {@code /*M!} is a comment to MySQL.
     */
    public static final String JOB_REMOVE = """
            DELETE /*+ INDEX(rowlock_job PRIMARY) */ /*M! rowlock_job */ FROM rowlock_job /*M! FORCE INDEX (PRIMARY) */
             WHERE queue_id = ? AND ({rows})
            """;

    /** Writes an attempt down that failed. Locks: exclusive on the new row. */
    public static final String FAILURE_INSERT = """
            INSERT INTO rowlock_failure (job_id, token, day, attempt, failed_at, reason, stack)
            VALUES (?, ?, UTC_DATE(), ?, UTC_TIMESTAMP(6), ?, ?)
            """;

    /** Writes down how jobs ended; {@link #HISTORY_ROW} follows once for each. Locks: exclusive on the new rows. */
    public static final String HISTORY_INSERT =
            "INSERT INTO rowlock_history (id, day, queue_id, outcome, attempts, kind, finished_at, result) VALUES ";

    public static final String HISTORY_ROW = "(?, UTC_DATE(), ?, ?, ?, ?, UTC_TIMESTAMP(6), ?)";

    /**
     * Adds to a count, about once a second and not for each batch. Locks: exclusive on the row of this process's slot, until the commit.
     */
    public static final String COUNTER_ADD = """
            INSERT INTO rowlock_counter (queue_id, outcome, slot, jobs) VALUES (?, ?, ?, ?)
            ON DUPLICATE KEY UPDATE jobs = jobs + ?
            """;

    /**
     * Reads one row back after a COMMIT whose answer was lost; waits for the lost session, which keeps its locks until it has ended.
     * <p>Locks: exclusive on the row's primary-key record, until the read-back's ROLLBACK. Index: PRIMARY.
     */
    public static final String JOB_READ_BACK = """
            SELECT token
              FROM rowlock_job FORCE INDEX (PRIMARY)
             WHERE queue_id = ? AND priority = ? AND id = ?
               FOR UPDATE
            """;

    private CycleStatements() {}
}
