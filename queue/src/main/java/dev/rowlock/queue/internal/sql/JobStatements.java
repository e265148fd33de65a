package dev.rowlock.queue.internal.sql;

/** Statements about single jobs, for people and for answers to duplicates. */
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
     * Where a job is that has not ended: ready or under a lease, or waiting for its time. Locks: none. Index: PRIMARY, one look for each lane
     * of each queue; delayed_id.
     */
    public static final String JOB_FIND = """
            SELECT q.name, j.priority, j.token, j.attempts, j.max_attempts, j.kind, IF(j.lease_until > UTC_TIMESTAMP(6), 'RUNNING', 'READY')
              FROM rowlock_queue q
              JOIN rowlock_job j FORCE INDEX (PRIMARY)
                ON j.queue_id = q.id AND j.priority IN (0, 1, 2, 3) AND j.id = ?
            UNION ALL
            SELECT q.name, d.priority, d.token, d.attempts, d.max_attempts, d.kind, 'DELAYED'
              FROM rowlock_delayed d JOIN rowlock_queue q ON q.id = d.queue_id
             WHERE d.id = ?
            """;

    private JobStatements() {}
}
