package dev.rowlock.queue.internal.sql;

/** What a process asks while it is idle: plain reads, in autocommit where the connection has it, each a single statement. */
public final class LookStatements {
    /**
     * All that an idle process wants to know, in one statement: for each of its queues whether it is paused and whether a job could be claimed;
     * and, the same in each row, whether nobody keeps house and in how many microseconds the next delayed job and the next schedule are due.
     *
     * <p>Locks: none. Index: PRIMARY of rowlock_job, from the start of the queue to its first free row, past the rows that are being worked on;
     * delayed_due and schedule_due, the first entry of each. Isolation: any.
     */
    public static final String LOOK = """
            SELECT q.id, q.paused_at IS NOT NULL,
                   EXISTS (SELECT 1 FROM rowlock_job j FORCE INDEX (PRIMARY)
                            WHERE j.queue_id = q.id AND j.lease_until <= UTC_TIMESTAMP(6)),
                   (SELECT d.status = 'free' OR d.lease_until <= UTC_TIMESTAMP(6) FROM rowlock_duty d WHERE d.id = 1),
                   (SELECT TIMESTAMPDIFF(MICROSECOND, UTC_TIMESTAMP(6), w.due_at)
                      FROM rowlock_delayed w FORCE INDEX (delayed_due) ORDER BY w.due_at, w.id LIMIT 1),
                   (SELECT TIMESTAMPDIFF(MICROSECOND, UTC_TIMESTAMP(6), s.next_at)
                      FROM rowlock_schedule s FORCE INDEX (schedule_due)
                     WHERE s.paused_at IS NULL AND s.next_at IS NOT NULL ORDER BY s.next_at LIMIT 1)
              FROM rowlock_queue q
             WHERE q.id IN ({queues})
            """;

    /**
     * Whether jobs of the queue may start that nobody claims: it is not paused, no kind is in quarantine, and neither it nor a kind has a limit, which claims see
     * to. Locks: none, below SERIALIZABLE. Index: PRIMARY of all three tables; of kinds in quarantine and limits there are few.
     */
    public static final String QUEUE_OPEN = """
            SELECT paused_at IS NULL AND NOT EXISTS (SELECT 1 FROM rowlock_quarantine)
                   AND NOT EXISTS (SELECT 1 FROM rowlock_limit l WHERE l.queue_id = q.id AND l.scope <> 'l:')
              FROM rowlock_queue q
             WHERE q.id = ?
            """;

    private LookStatements() {}
}
