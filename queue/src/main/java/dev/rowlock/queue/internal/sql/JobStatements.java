package dev.rowlock.queue.internal.sql;

/** Statements about single jobs and queues, for people and for answers to duplicates. READ COMMITTED but for those of an enqueue. */
public final class JobStatements {
    /**
     * How a job ended: its history, or its row among the dead letters. Locks: none. Index: PRIMARY of both; history is asked partition by
     * partition, one look each.
     */
    public static final String JOB_ENDED = """
            SELECT outcome, attempts, result FROM rowlock_history WHERE id = ?
            UNION ALL
            SELECT 2, attempts, NULL FROM rowlock_dead WHERE id = ?
            """;

    /**
     * Where a job is, whether it has ended or not. Locks: none. Index: PRIMARY, one look for each lane of each queue, of rowlock_delayed, of
     * rowlock_dead and of each partition of rowlock_history.
     */
    public static final String JOB_FIND = """
            SELECT q.name, j.kind, j.attempts, IF(j.lease_until > '1970-01-01', 'RUNNING', 'READY'), j.queue_id, j.priority
              FROM rowlock_queue q
              JOIN rowlock_job j FORCE INDEX (PRIMARY)
                ON j.queue_id = q.id AND j.priority IN (0, 1, 2, 3) AND j.id = ?
            UNION ALL
            SELECT q.name, d.kind, d.attempts, IF(d.due_at = '9999-12-31 00:00:00', 'QUARANTINED', 'DELAYED'), d.queue_id, d.priority
              FROM rowlock_delayed d JOIN rowlock_queue q ON q.id = d.queue_id
             WHERE d.id = ?
            UNION ALL
            SELECT q.name, l.kind, l.attempts, 'BLOCKED', l.queue_id, l.priority
              FROM rowlock_lined l FORCE INDEX (lined_job) JOIN rowlock_queue q ON q.id = l.queue_id
             WHERE l.id = ?
            UNION ALL
            SELECT q.name, d.kind, d.attempts, 'DEAD', d.queue_id, d.priority
              FROM rowlock_dead d JOIN rowlock_queue q ON q.id = d.queue_id
             WHERE d.id = ?
            UNION ALL
            SELECT q.name, h.kind, h.attempts, ELT(h.outcome + 1, 'DONE', 'CANCELLED', 'DEAD', 'DISCARDED'), h.queue_id, 0
              FROM rowlock_history h JOIN rowlock_queue q ON q.id = h.queue_id
             WHERE h.id = ?
            """;

    /** Attempts of a job that failed, as far as they are kept. Locks: none. Index: PRIMARY of each partition. */
    public static final String FAILURES = """
            SELECT attempt, TIMESTAMPDIFF(MICROSECOND, '1970-01-01', failed_at), reason, stack
              FROM rowlock_failure WHERE job_id = ? ORDER BY token
            """;

    /**
     * Takes a job that is ready or under a lease, this one or none (B1). Locks: exclusive on its primary-key record, until the commit; does not wait
     * for it. Index: PRIMARY.
     */
    public static final String JOB_LOCK = """
            SELECT kind, attempts, lease_until > '1970-01-01', line_key, slot, unique_key
              FROM rowlock_job FORCE INDEX (PRIMARY)
             WHERE queue_id = ? AND priority = ? AND id = ?
               FOR UPDATE NOWAIT
            """;

    /** Removes the job just locked, whoever has a lease on it: the holder's next write finds that it is lost. Locks: held already. */
    public static final String JOB_DELETE = "DELETE FROM rowlock_job WHERE queue_id = ? AND priority = ? AND id = ?";

    /** The same for a job that waits for its time. Locks: as {@link #JOB_LOCK}, and its entry in delayed_due. Index: PRIMARY. */
    public static final String DELAYED_LOCK = """
            SELECT kind, attempts, 0, line_key, slot, unique_key FROM rowlock_delayed FORCE INDEX (PRIMARY) WHERE id = ? FOR UPDATE NOWAIT
            """;

    public static final String DELAYED_DELETE = "DELETE FROM rowlock_delayed WHERE id = ?";

    /**
     * Whether a job is anywhere, read back after an enqueue whose COMMIT was lost. Waits for the lost session, which keeps its locks until it has
     * ended. Locks: exclusive on its primary-key record, until the read-back's ROLLBACK. Index: PRIMARY.
     */
    public static final String JOB_READ_BACK = """
            SELECT 1 FROM rowlock_job FORCE INDEX (PRIMARY)
             WHERE queue_id = ? AND priority = ? AND id = ?
               FOR UPDATE
            """;

    /** The same where the job was delayed. Locks and index the same. */
    public static final String DELAYED_READ_BACK =
            "SELECT 1 FROM rowlock_delayed FORCE INDEX (PRIMARY) WHERE id = ? FOR UPDATE";

    /** Makes claims of a queue come back empty. Locks: exclusive on its row, until the commit right after. Index: queue_name. */
    public static final String QUEUE_PAUSE =
            "UPDATE rowlock_queue SET paused_at = COALESCE(paused_at, UTC_TIMESTAMP(6)) WHERE name = ?";

    /** Undoes it; locks and index the same. */
    public static final String QUEUE_RESUME = "UPDATE rowlock_queue SET paused_at = NULL WHERE name = ?";

    /** Whether the queue is paused. Locks: none. Index: queue_name. */
    public static final String QUEUE_PAUSED = "SELECT paused_at IS NOT NULL FROM rowlock_queue WHERE name = ?";

    /** How jobs of a queue ended, as counted: the sum over a few rows. Locks: none. Index: PRIMARY. */
    public static final String QUEUE_COUNTS =
            "SELECT outcome, SUM(jobs) FROM rowlock_counter WHERE queue_id = ? GROUP BY outcome";

    private JobStatements() {}
}
