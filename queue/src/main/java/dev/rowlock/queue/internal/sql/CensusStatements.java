package dev.rowlock.queue.internal.sql;

/**
 * Statements of the census. One look is pieces put together with UNION ALL, each a bounded range of one table along one index: the piece's number,
 * the queue, rows, those of them that are in the table's other state, those that are tickets and no jobs, and the last id. Plain reads, in autocommit: no locks, and no snapshot that outlives the
 * statement.
 */
public final class CensusStatements {
    public static final String AND = " UNION ALL ";

    /** The queues there are. Index: PRIMARY; rows are few. */
    public static final String QUEUES = "SELECT -1, id, 0, 0, 0, NULL FROM rowlock_queue";

    /** A piece of a lane. Index: PRIMARY, a range. Parameters: piece, queue, queue, priority, after, up to, limit. */
    public static final String JOBS = """
            SELECT ?, ?, COUNT(*), COALESCE(SUM(running), 0), COALESCE(SUM(ticket), 0), MAX(id)
              FROM (SELECT id, lease_until > UTC_TIMESTAMP(6) AS running, kind = '' AS ticket
                      FROM rowlock_job FORCE INDEX (PRIMARY)
                     WHERE queue_id = ? AND priority = ? AND id > ? AND id <= ? ORDER BY id LIMIT ?) part""";

    /** A piece of what is delayed or in quarantine, of whatever queue. Index: PRIMARY, a range. Parameters: piece, after, up to, limit. */
    public static final String DELAYED = """
            SELECT ?, queue_id, COUNT(*), SUM(parked), SUM(ticket), MAX(id)
              FROM (SELECT id, queue_id, due_at = '9999-12-31 00:00:00' AS parked, kind = '' AS ticket
                      FROM rowlock_delayed FORCE INDEX (PRIMARY)
                     WHERE id > ? AND id <= ? ORDER BY id LIMIT ?) part
             GROUP BY queue_id""";

    /**
     * A piece of what waits in lines, of whatever queue. Index: lined_job, a range, and nothing else is read, since an entry names its queue. Parameters as
     * {@link #DELAYED}.
     */
    public static final String LINED = """
            SELECT ?, queue_id, COUNT(*), 0, 0, MAX(id)
              FROM (SELECT id, queue_id
                      FROM rowlock_lined FORCE INDEX (lined_job)
                     WHERE id > ? AND id <= ? ORDER BY id LIMIT ?) part
             GROUP BY queue_id""";

    /** A piece of a queue's dead letters. Index: dead_queue, a range, and nothing else is read. Parameters as {@link #JOBS}, without a priority. */
    public static final String DEAD = """
            SELECT ?, ?, COUNT(*), 0, 0, MAX(id)
              FROM (SELECT id
                      FROM rowlock_dead FORCE INDEX (dead_queue)
                     WHERE queue_id = ? AND id > ? AND id <= ? ORDER BY id LIMIT ?) part""";

    /**
     * Writes down what was counted; {@link #COUNT_ROW} follows once for each queue. In a READ COMMITTED transaction of its own, by whoever keeps
     * house and nobody else. Locks: exclusive on these rows, until the commit right after; nobody who enqueues or works wants them.
     */
    public static final String COUNT_WRITE = """
            INSERT INTO rowlock_count
                   (queue_id, ready_jobs, running_jobs, delayed_jobs, blocked_jobs, quarantined_jobs, dead_jobs, counted_at) VALUES {rows}
            ON DUPLICATE KEY UPDATE ready_jobs = VALUES(ready_jobs), running_jobs = VALUES(running_jobs),
                                    delayed_jobs = VALUES(delayed_jobs), blocked_jobs = VALUES(blocked_jobs),
                                    quarantined_jobs = VALUES(quarantined_jobs), dead_jobs = VALUES(dead_jobs),
                                    counted_at = VALUES(counted_at)
            """;

    /** The last parameter is how many microseconds ago its oldest part was counted. */
    public static final String COUNT_ROW = "(?, ?, ?, ?, ?, ?, ?, UTC_TIMESTAMP(6) - INTERVAL ? MICROSECOND)";

    /**
     * The figures of all queues. Locks: none. Index: PRIMARY of all three tables; a row for each queue, and of rowlock_counter at most 64 for each of
     * its endings.
     */
    public static final String COUNT_READ = """
            SELECT q.name, COALESCE(c.ready_jobs, 0), COALESCE(c.running_jobs, 0), COALESCE(c.delayed_jobs, 0),
                   COALESCE(c.blocked_jobs, 0), COALESCE(c.quarantined_jobs, 0), COALESCE(c.dead_jobs, 0),
                   (SELECT COALESCE(SUM(jobs), 0) FROM rowlock_counter f WHERE f.queue_id = q.id AND f.outcome IN (0, 1, 3)),
                   TIMESTAMPDIFF(MICROSECOND, '1970-01-01', c.counted_at)
              FROM rowlock_queue q LEFT JOIN rowlock_count c ON c.queue_id = q.id
             ORDER BY q.name
            """;

    private CensusStatements() {}
}
