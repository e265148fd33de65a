package dev.rowlock.queue.internal.sql;

/**
 * Statements about lines: jobs of one key that wait for their turn, and the tickets in {@code rowlock_job} that tell claims of them. READ
 * COMMITTED but for the INSERTs of an enqueue.
 *
 * <p>{@code {lined}} stands for one piece for each line, put together with OR.
 */
public final class LineStatements {
    /** Adds jobs to lines; {@link #LINED_ROW} follows once for each. The server numbers them in this order. Locks: exclusive on the new rows. */
    public static final String LINED_INSERT =
            "INSERT INTO rowlock_lined (line_key, due_at, unique_key, queue_id, priority, id, max_attempts, kind, headers, payload) VALUES ";

    public static final String LINED_ROW =
            "(?, TIMESTAMP'1970-01-01 00:00:00' + INTERVAL ? MICROSECOND, ?, ?, ?, ?, ?, ?, ?, ?)";

    /**
     * Tells claims that jobs wait in a line; {@link #TICKET_ROW} follows once for each. Locks: exclusive on the new rows, which nobody else inserts.
     */
    public static final String TICKET_INSERT =
            "INSERT INTO rowlock_job (queue_id, priority, id, max_attempts, line_key, kind, payload) VALUES ";

    public static final String TICKET_ROW = "(?, ?, ?, 1, ?, '', '')";

    /** The same, for later: when the line's rate allows more. In microseconds from now. */
    public static final String TICKET_DELAY = """
            INSERT INTO rowlock_delayed (due_at, queue_id, priority, id, max_attempts, line_key, kind, payload)
            VALUES (UTC_TIMESTAMP(6) + INTERVAL ? MICROSECOND, ?, ?, ?, 1, ?, '', '')
            """;

    /** The first job of each line that some tickets name; NULL for none. Locks: none. Index: PRIMARY of both, one entry for each ticket. */
    public static final String LINED_FIRST_OF_TICKETS = """
            SELECT t.line_key,
                   (SELECT l.seq FROM rowlock_lined l FORCE INDEX (PRIMARY)
                     WHERE l.queue_id = t.queue_id AND l.line_key = t.line_key
                     ORDER BY l.seq
                     LIMIT 1)
              FROM rowlock_job t FORCE INDEX (PRIMARY)
             WHERE t.queue_id = ? AND ({tickets})
            """;

    /** The same of ordered lines, and whether their slot is in use. Index: PRIMARY of all three, one entry of each for each ticket. */
    public static final String LINE_HEADS = """
            SELECT t.line_key,
                   (SELECT l.seq FROM rowlock_lined l FORCE INDEX (PRIMARY)
                     WHERE l.queue_id = t.queue_id AND l.line_key = t.line_key
                     ORDER BY l.seq
                     LIMIT 1),
                   EXISTS (SELECT 1 FROM rowlock_slot s FORCE INDEX (PRIMARY)
                            WHERE s.queue_id = t.queue_id AND s.line_key = t.line_key AND s.number = 0)
              FROM rowlock_job t FORCE INDEX (PRIMARY)
             WHERE t.queue_id = ? AND ({tickets})
            """;

    public static final String TICKETS = "t.priority = ? AND t.id IN ({ids})";

    /** The same of the lines of some slots. */
    public static final String LINED_FIRST_OF_SLOTS = """
            SELECT s.line_key,
                   (SELECT l.seq FROM rowlock_lined l FORCE INDEX (PRIMARY)
                     WHERE l.queue_id = s.queue_id AND l.line_key = s.line_key
                     ORDER BY l.seq
                     LIMIT 1)
              FROM rowlock_slot s FORCE INDEX (PRIMARY)
             WHERE s.queue_id = ? AND s.number = 0 AND s.line_key IN ({ids})
            """;

    /** The first jobs of one line; several of these are put together with UNION ALL. Locks: none. Index: PRIMARY, as many entries as asked for. */
    public static final String LINED_FIRST = """
            (SELECT line_key, seq
               FROM rowlock_lined FORCE INDEX (PRIMARY)
              WHERE queue_id = ? AND line_key = ?
              ORDER BY queue_id, line_key, seq
              LIMIT ?)
            """;

    public static final String AND_OF_THE_NEXT = " UNION ALL ";

    /**
     * Locks the jobs that were seen first in their lines. Whoever lets a job out of a line has the line's first row locked, so no two do at
     * once, and nobody waits for it. Locks: exclusive on the primary-key record of each row returned, until the commit. Index: PRIMARY.
     */
    public static final String LINED_LOCK = """
            SELECT line_key, seq, id, priority, due_at > UTC_TIMESTAMP(6), token, attempts, max_attempts, unique_key, kind, headers, payload
              FROM rowlock_lined FORCE INDEX (PRIMARY)
             WHERE queue_id = ? AND ({lined})
             ORDER BY queue_id, line_key, seq
               FOR UPDATE SKIP LOCKED
            """;

    /** The same without what only a worker needs. */
    public static final String LINED_LOCK_PLACES = """
            SELECT line_key, seq, id, priority, due_at > UTC_TIMESTAMP(6)
              FROM rowlock_lined FORCE INDEX (PRIMARY)
             WHERE queue_id = ? AND ({lined})
             ORDER BY queue_id, line_key, seq
               FOR UPDATE SKIP LOCKED
            """;

    public static final String LINED = "line_key IN ({lines}) AND seq IN ({ids})";

    /**
     * Copies jobs whose turn has come to where claims look, each with its slot. Locks: exclusive on the new rows; the old ones are locked
     * already. Index: PRIMARY. {@code {token}} and {@code {until}} are {@link #AS_IT_WAS} and {@link #READY}, or parameters of a claim;
     * {@code {slot}} is a number, or {@link #SLOT_EACH}.
     */
    public static final String LINED_ADMIT = """
            INSERT INTO rowlock_job
                   (queue_id, priority, id, token, lease_until, attempts, max_attempts, line_key, line_seq, slot, unique_key,
                    kind, headers, payload)
            SELECT queue_id, priority, id, {token}, {until}, attempts, max_attempts, line_key, seq,
                   {slot}, unique_key, kind, headers, payload
              FROM rowlock_lined FORCE INDEX (PRIMARY)
             WHERE queue_id = ? AND ({lined})
             ORDER BY queue_id, priority, id
            """;

    /** Where jobs have different slots. */
    public static final String SLOT_EACH = "ELT(FIELD(id, {ids}), {slots})";

    public static final String AS_IT_WAS = "token";

    public static final String READY = "'1970-01-01 00:00:00'";

    public static final String LEASED = "UTC_TIMESTAMP(6) + INTERVAL ? MICROSECOND";

    /** The same for a job that is first in its line and not due yet: it holds the line back from where delayed jobs wait. */
    public static final String LINED_DELAY = """
            INSERT INTO rowlock_delayed
                   (due_at, id, queue_id, priority, token, attempts, max_attempts, line_key, line_seq, slot, unique_key,
                    kind, headers, payload)
            SELECT due_at, id, queue_id, priority, token, attempts, max_attempts, line_key, seq,
                   {slot}, unique_key, kind, headers, payload
              FROM rowlock_lined FORCE INDEX (PRIMARY)
             WHERE queue_id = ? AND ({lined})
            """;

    /**
     * Copies ready jobs to the lines of their kinds, which have a limit. Locks: exclusive on the new rows; the old ones are locked already and are removed next.
     * Index: PRIMARY of rowlock_job.
     */
    public static final String JOB_TO_LINE_OF_KIND = """
            INSERT INTO rowlock_lined
                   (queue_id, line_key, id, priority, token, attempts, max_attempts, unique_key, kind, headers, payload)
            SELECT queue_id, CONCAT('k:', kind), id, priority, token, attempts, max_attempts, unique_key, kind, headers, payload
              FROM rowlock_job FORCE INDEX (PRIMARY)
             WHERE queue_id = ? AND ({rows})
             ORDER BY queue_id, priority, id
            """;

    /** Removes jobs that are locked and copied. Locks: held already, and the rows' entries in the other indexes. Index: PRIMARY. */
    public static final String LINED_REMOVE = """
            DELETE /*+ INDEX(rowlock_lined PRIMARY) */ /*M! rowlock_lined */ FROM rowlock_lined /*M! FORCE INDEX (PRIMARY) */
             WHERE queue_id = ? AND ({lined})
            """;

    /** Takes one job that waits in a line, this one or none (B1). Locks: exclusive on its row and its entry in lined_job, without waiting. */
    public static final String LINED_LOCK_ONE = """
            SELECT kind, attempts, 0, NULL, NULL, unique_key
              FROM rowlock_lined FORCE INDEX (lined_job) WHERE id = ? FOR UPDATE NOWAIT
            """;

    public static final String LINED_DELETE_ONE = "DELETE FROM rowlock_lined WHERE id = ?";

    /** Whether a job is in a line, as {@link JobStatements#JOB_READ_BACK}. Index: lined_job. */
    public static final String LINED_READ_BACK =
            "SELECT 1 FROM rowlock_lined FORCE INDEX (lined_job) WHERE id = ? FOR UPDATE";

    /**
     * Delayed jobs that are due and have to wait for their turn again: back to where they stood, or to the end of the line. Locks: exclusive
     * on the new rows. Index: PRIMARY of rowlock_delayed.
     */
    public static final String DELAYED_TO_LINE = """
            INSERT INTO rowlock_lined
                   (queue_id, line_key, seq, id, priority, token, attempts, max_attempts, unique_key, kind, headers, payload)
            SELECT queue_id, line_key, line_seq, id, priority, token, attempts, max_attempts, unique_key, kind, headers, payload
              FROM rowlock_delayed FORCE INDEX (PRIMARY)
             WHERE id IN ({ids})
             ORDER BY due_at, id
            """;

    /** Their tickets: each with an id by chance that stands beside the job. Locks: as {@link #TICKET_INSERT}. */
    public static final String DELAYED_TICKETS = """
            INSERT INTO rowlock_job (queue_id, priority, id, max_attempts, line_key, kind, payload)
            SELECT queue_id, priority, CONCAT(SUBSTRING(id, 1, 8), CHAR(192 | FLOOR(RAND() * 64)), SUBSTRING(UNHEX(SHA2(CONCAT(HEX(id), RAND()), 256)), 1, 7)), 1, line_key, '', ''
              FROM rowlock_delayed FORCE INDEX (PRIMARY)
             WHERE id IN ({ids})
             ORDER BY queue_id, priority, id
            """;

    /** Tickets that are due. */
    public static final String DELAYED_TICKETS_DUE = """
            INSERT INTO rowlock_job (queue_id, priority, id, max_attempts, line_key, kind, payload)
            SELECT queue_id, priority, id, 1, line_key, '', ''
              FROM rowlock_delayed FORCE INDEX (PRIMARY)
             WHERE id IN ({ids})
             ORDER BY queue_id, priority, id
            """;

    /** Dead letters of a line go to its end. Locks: exclusive on the new rows. Index: PRIMARY of rowlock_dead. */
    public static final String DEAD_TO_LINE = """
            INSERT INTO rowlock_lined
                   (queue_id, line_key, id, priority, token, attempts, max_attempts, kind, headers, payload)
            SELECT queue_id, line_key, id, priority, token, 0, max_attempts, kind, headers, payload
              FROM rowlock_dead FORCE INDEX (PRIMARY)
             WHERE id IN ({ids})
             ORDER BY id
            """;

    public static final String DEAD_TICKETS = """
            INSERT INTO rowlock_job (queue_id, priority, id, max_attempts, line_key, kind, payload)
            SELECT queue_id, priority, CONCAT(SUBSTRING(id, 1, 8), CHAR(192 | FLOOR(RAND() * 64)), SUBSTRING(UNHEX(SHA2(CONCAT(HEX(id), RAND()), 256)), 1, 7)), 1, line_key, '', ''
              FROM rowlock_dead FORCE INDEX (PRIMARY)
             WHERE id IN ({ids})
             ORDER BY queue_id, priority, id
            """;

    /**
     * The next limited line behind one, of a kind or of a key, with its first job, to be looked at again. Locks: none. Index: PRIMARY, one look for each line.
     */
    public static final String LINE_NEXT = """
            SELECT line_key, priority, id
              FROM rowlock_lined FORCE INDEX (PRIMARY)
             WHERE queue_id = ? AND line_key > ? AND line_key < 'm'
             ORDER BY queue_id, line_key, seq
             LIMIT 1
            """;

    private LineStatements() {}
}
