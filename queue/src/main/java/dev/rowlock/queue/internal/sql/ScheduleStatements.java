package dev.rowlock.queue.internal.sql;

/** Statements of schedules, all in READ COMMITTED transactions. Times are microseconds since 1970, so that no session's time zone has a say. */
public final class ScheduleStatements {
    private static final String COLUMNS = """
            s.name, s.timing, s.expression, s.zone, s.catch_up, s.queue_id, q.name, s.priority, s.max_attempts, s.kind, s.headers, s.job_keys, s.payload,
                   TIMESTAMPDIFF(MICROSECOND, '1970-01-01', s.next_at), s.waits_for,
                   TIMESTAMPDIFF(MICROSECOND, '1970-01-01', s.paused_at),
                   TIMESTAMPDIFF(MICROSECOND, '1970-01-01', s.last_at), s.last_job, s.fired,
                   TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))
            """;

    private static final String SELECT = "SELECT " + COLUMNS;

    private static final String JOINED =
            "  FROM rowlock_schedule s FORCE INDEX (PRIMARY) JOIN rowlock_queue q ON q.id = s.queue_id\n";

    /** A schedule as it stands. Locks: none. Index: PRIMARY of both tables. */
    public static final String SCHEDULE_FIND = SELECT + JOINED + " WHERE s.name = ?";

    /** All schedules by name. Locks: none. Index: PRIMARY. */
    public static final String SCHEDULE_LIST = SELECT + JOINED + " ORDER BY s.name";

    /**
     * Locks a schedule to change it. Locks: exclusive on its primary-key record, until the commit; waits for the transaction of a firing. Index: PRIMARY.
     */
    public static final String SCHEDULE_LOCK =
            "SELECT 1 FROM rowlock_schedule FORCE INDEX (PRIMARY) WHERE name = ? FOR UPDATE";

    /**
     * Locks a schedule that is due, unless somebody has it. Locks: exclusive on its primary-key record, until the commit; waits for nobody. Index:
     * PRIMARY.
     */
    public static final String SCHEDULE_LOCK_DUE = """
            SELECT 1 FROM rowlock_schedule FORCE INDEX (PRIMARY)
             WHERE name = ? AND paused_at IS NULL AND next_at <= UTC_TIMESTAMP(6)
               FOR UPDATE SKIP LOCKED
            """;

    /** Schedules that are due, the earliest first. Locks: none. Index: schedule_due, nothing but what is due. */
    public static final String SCHEDULE_DUE = """
            SELECT name
              FROM rowlock_schedule FORCE INDEX (schedule_due)
             WHERE paused_at IS NULL AND next_at <= UTC_TIMESTAMP(6)
             ORDER BY next_at
             LIMIT ?
            """;

    /** How long until the next schedule is due, in microseconds. Locks: none. Index: schedule_due, its first entry. */
    public static final String SCHEDULE_NEXT = """
            SELECT TIMESTAMPDIFF(MICROSECOND, UTC_TIMESTAMP(6), next_at)
              FROM rowlock_schedule FORCE INDEX (schedule_due)
             WHERE paused_at IS NULL AND next_at IS NOT NULL
             ORDER BY next_at
             LIMIT 1
            """;

    /** Adds a schedule. Waits for a transaction that adds the same and has not ended. Locks: exclusive on the new row. */
    public static final String SCHEDULE_INSERT = """
            INSERT INTO rowlock_schedule
                   (timing, expression, zone, catch_up, queue_id, priority, max_attempts, kind, headers, job_keys, payload, next_at, name, created_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, TIMESTAMP'1970-01-01 00:00:00' + INTERVAL ? MICROSECOND, ?, UTC_TIMESTAMP(6))
            """;

    /** Changes a schedule that is locked. Locks: held already, and its entry in schedule_due. Index: PRIMARY. */
    public static final String SCHEDULE_CHANGE = """
            UPDATE rowlock_schedule
               SET timing = ?, expression = ?, zone = ?, catch_up = ?, queue_id = ?, priority = ?, max_attempts = ?, kind = ?, headers = ?,
                   job_keys = ?, payload = ?, next_at = TIMESTAMP'1970-01-01 00:00:00' + INTERVAL ? MICROSECOND, waits_for = ?
             WHERE name = ?
            """;

    /** Moves a schedule on that is locked, in the transaction that enqueues the jobs of its firings. Locks and index as {@link #SCHEDULE_CHANGE}. */
    public static final String SCHEDULE_FIRED = """
            UPDATE rowlock_schedule
               SET next_at = TIMESTAMP'1970-01-01 00:00:00' + INTERVAL ? MICROSECOND, waits_for = ?,
                   last_at = TIMESTAMP'1970-01-01 00:00:00' + INTERVAL ? MICROSECOND, last_job = ?, fired = fired + ?
             WHERE name = ?
            """;

    /** The same without a firing. */
    public static final String SCHEDULE_MOVE = """
            UPDATE rowlock_schedule
               SET next_at = TIMESTAMP'1970-01-01 00:00:00' + INTERVAL ? MICROSECOND, waits_for = ?
             WHERE name = ?
            """;

    /** Stops a schedule. Locks: exclusive on its row, until the commit right after; waits for the transaction of a firing. Index: PRIMARY. */
    public static final String SCHEDULE_PAUSE =
            "UPDATE rowlock_schedule SET paused_at = COALESCE(paused_at, UTC_TIMESTAMP(6)) WHERE name = ?";

    /** Lets it go on. Locks and index as {@link #SCHEDULE_CHANGE}. */
    public static final String SCHEDULE_RESUME = """
            UPDATE rowlock_schedule
               SET paused_at = NULL, next_at = TIMESTAMP'1970-01-01 00:00:00' + INTERVAL ? MICROSECOND
             WHERE name = ?
            """;

    /** Removes a schedule; jobs that it enqueued stay. Locks: exclusive on its row, until the commit right after. Index: PRIMARY. */
    public static final String SCHEDULE_REMOVE = "DELETE FROM rowlock_schedule WHERE name = ?";

    /** When a job ended, if that is still known. Locks: none. Index: PRIMARY of both; history is asked partition by partition. */
    public static final String JOB_END = """
            SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', finished_at) FROM rowlock_history WHERE id = ?
            UNION ALL
            SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', died_at) FROM rowlock_dead WHERE id = ?
            """;

    private ScheduleStatements() {}
}
