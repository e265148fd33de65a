package dev.rowlock.queue.internal.sql;

/**
 * Statements that list jobs and queues for people. READ COMMITTED, without locks. Each looks at so many rows along an index, and what is not wanted
 * falls out afterwards, so that a rare state among millions costs no scan. {@code {past}} is {@code >} or {@code <}, {@code {order}} the same in words.
 */
public final class ListStatements {
    /** One lane of a queue, ready and running jobs. Index: PRIMARY, a range. */
    public static final String LANE_LIST = """
            SELECT id, kind, attempts, max_attempts, IF(lease_until > '1970-01-01', 'RUNNING', 'READY'), queue_id,
                   TIMESTAMPDIFF(MICROSECOND, '1970-01-01', lease_until)
              FROM rowlock_job FORCE INDEX (PRIMARY)
             WHERE queue_id = ? AND priority = ? AND id {past} ?
             ORDER BY id {order}
             LIMIT ?
            """;

    /** Jobs that wait for their time or are put aside, of whatever queue. Index: PRIMARY, a range. */
    public static final String DELAYED_LIST = """
            SELECT id, kind, attempts, max_attempts, IF(due_at = '9999-12-31 00:00:00', 'QUARANTINED', 'DELAYED'), queue_id,
                   TIMESTAMPDIFF(MICROSECOND, '1970-01-01', due_at)
              FROM rowlock_delayed FORCE INDEX (PRIMARY)
             WHERE id {past} ?
             ORDER BY id {order}
             LIMIT ?
            """;

    /** Jobs that wait in lines, of whatever queue. Index: lined_job, a range. */
    public static final String LINED_LIST = """
            SELECT id, kind, attempts, max_attempts, 'BLOCKED', queue_id, TIMESTAMPDIFF(MICROSECOND, '1970-01-01', due_at)
              FROM rowlock_lined FORCE INDEX (lined_job)
             WHERE id {past} ?
             ORDER BY id {order}
             LIMIT ?
            """;

    /** Dead letters of a queue. Index: dead_queue, a range. */
    public static final String DEAD_PAGE = """
            SELECT id, kind, attempts, max_attempts, 'DEAD', queue_id, TIMESTAMPDIFF(MICROSECOND, '1970-01-01', died_at)
              FROM rowlock_dead FORCE INDEX (dead_queue)
             WHERE queue_id = ? AND id {past} ?
             ORDER BY id {order}
             LIMIT ?
            """;

    /** Jobs that have ended, of whatever queue. Index: PRIMARY of each partition, a range. */
    public static final String HISTORY_LIST = """
            SELECT id, kind, attempts, 0, ELT(outcome + 1, 'DONE', 'CANCELLED', 'DEAD', 'DISCARDED'), queue_id,
                   TIMESTAMPDIFF(MICROSECOND, '1970-01-01', finished_at)
              FROM rowlock_history FORCE INDEX (PRIMARY)
             WHERE id {past} ?
             ORDER BY id {order}
             LIMIT ?
            """;

    /** All that is kept of one job. Index: as {@link JobStatements#JOB_FIND}. */
    public static final String JOB_DETAILS = """
            SELECT q.name, j.kind, j.attempts, IF(j.lease_until > '1970-01-01', 'RUNNING', 'READY'),
                   TIMESTAMPDIFF(MICROSECOND, '1970-01-01', j.lease_until), j.priority, j.max_attempts, j.headers, j.payload
              FROM rowlock_queue q
              JOIN rowlock_job j FORCE INDEX (PRIMARY)
                ON j.queue_id = q.id AND j.priority IN (0, 1, 2, 3) AND j.id = ?
            UNION ALL
            SELECT q.name, d.kind, d.attempts, IF(d.due_at = '9999-12-31 00:00:00', 'QUARANTINED', 'DELAYED'),
                   TIMESTAMPDIFF(MICROSECOND, '1970-01-01', d.due_at), d.priority, d.max_attempts, d.headers, d.payload
              FROM rowlock_delayed d JOIN rowlock_queue q ON q.id = d.queue_id
             WHERE d.id = ?
            UNION ALL
            SELECT q.name, l.kind, l.attempts, 'BLOCKED',
                   TIMESTAMPDIFF(MICROSECOND, '1970-01-01', l.due_at), l.priority, l.max_attempts, l.headers, l.payload
              FROM rowlock_lined l FORCE INDEX (lined_job) JOIN rowlock_queue q ON q.id = l.queue_id
             WHERE l.id = ?
            UNION ALL
            SELECT q.name, d.kind, d.attempts, 'DEAD',
                   TIMESTAMPDIFF(MICROSECOND, '1970-01-01', d.died_at), d.priority, d.max_attempts, d.headers, d.payload
              FROM rowlock_dead d JOIN rowlock_queue q ON q.id = d.queue_id
             WHERE d.id = ?
            UNION ALL
            SELECT q.name, h.kind, h.attempts, ELT(h.outcome + 1, 'DONE', 'CANCELLED', 'DEAD', 'DISCARDED'),
                   TIMESTAMPDIFF(MICROSECOND, '1970-01-01', h.finished_at), NULL, 0, '', NULL
              FROM rowlock_history h JOIN rowlock_queue q ON q.id = h.queue_id
             WHERE h.id = ?
            """;

    /** The queues by name, and whether they are paused. Index: queue_name; rows are few. */
    public static final String QUEUE_LIST = "SELECT name, paused_at IS NOT NULL FROM rowlock_queue ORDER BY name";

    private ListStatements() {}
}
