package dev.rowlock.benchmarks.internal.sql;

/** Statements that make, fill and look at the schemas of a bench. Nothing else works on them, so what they lock is nobody's. */
public final class GroundStatements {
    /** DDL. {@code {schema}} is one of the bench's own names. */
    public static final String SCHEMA_DROP = "DROP DATABASE IF EXISTS {schema}";

    /** DDL. */
    public static final String SCHEMA_CREATE = "CREATE DATABASE {schema}";

    /** What a figure depends on. Tables: none. */
    public static final String DURABILITY =
            "SELECT VERSION(), @@log_bin, @@sync_binlog, @@innodb_flush_log_at_trx_commit, @@innodb_buffer_pool_size, @@binlog_format";

    /** Where the server writes its process id, beside a path that may be relative. Tables: none. */
    public static final String SERVER_PID_FILE = "SELECT @@pid_file, @@datadir";

    /** History list length: how much purge has still to do. Tables: none that is ours. */
    public static final String PURGE_LEFT =
            "SELECT COUNT FROM information_schema.INNODB_METRICS WHERE NAME = 'trx_rseg_history_len'";

    /** Opens the old snapshot of P4 in a session at REPEATABLE READ. Locks: none; nothing that is deleted later can be purged before it ends. */
    public static final String SNAPSHOT_OPEN = "START TRANSACTION WITH CONSISTENT SNAPSHOT";

    /** Reads in it, so that it is real and still there. Locks: none. Index: PRIMARY. Isolation: REPEATABLE READ. */
    public static final String SNAPSHOT_USE = "SELECT COUNT(*) FROM rowlock_queue";

    /** A queue's number. Locks: none. Index: queue_name. */
    public static final String QUEUE_NUMBER = "SELECT id FROM rowlock_queue WHERE name = ?";

    /** Empties the table that a round fills. DDL: waits for whoever has it in a transaction, and nobody has. */
    public static final String JOB_EMPTY = "TRUNCATE TABLE rowlock_job";

    /** Ten digits, to multiply rows with. DDL. */
    public static final String DIGIT_CREATE = "CREATE TABLE IF NOT EXISTS digit (d INT NOT NULL PRIMARY KEY)";

    /** Locks: the new rows. */
    public static final String DIGIT_FILL =
            "INSERT IGNORE INTO digit VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)";

    private static final String NUMBERS = """
            FROM (SELECT a.d + 10 * b.d + 100 * c.d + 1000 * e.d + 10000 * f.d AS n
                    FROM digit a, digit b, digit c, digit e, digit f) numbers
            WHERE n < ?
            """;

    /**
     * Ready jobs that are older than all that are enqueued later, in the order of their ids. Parameters: queue, milliseconds since 1970 of the
     * first, payload, how many (up to 100 000). Locks: the new rows. Isolation: READ COMMITTED, so none on the digits.
     */
    public static final String BACKLOG_JOBS = """
            INSERT INTO rowlock_job (queue_id, priority, id, max_attempts, kind, payload)
            SELECT ?, 1, UNHEX(CONCAT(LPAD(HEX(? + n), 12, '0'), '7000', '8', LPAD(HEX(n), 15, '0'))), 20, 'noop', ?
            """ + NUMBERS + " ORDER BY n";

    /**
     * Jobs finished earlier. Parameters: milliseconds since 1970 of the first, queue, how many (up to 100 000). Locks: the new rows. Isolation:
     * READ COMMITTED, so none on the digits.
     */
    public static final String BACKLOG_HISTORY = """
            INSERT INTO rowlock_history (id, day, queue_id, outcome, attempts, kind, finished_at, result)
            SELECT UNHEX(CONCAT(LPAD(HEX(? + n), 12, '0'), '7000', '9', LPAD(HEX(n), 15, '0'))), UTC_DATE(), ?, 1, 0, 'noop',
                   UTC_TIMESTAMP(6), NULL
            """ + NUMBERS + " ORDER BY n";

    /** So that plans know the tables. */
    public static final String ANALYZE = "ANALYZE TABLE rowlock_job, rowlock_history";

    /** Statements that sessions in this schema have sent. Tables: performance_schema only. */
    public static final String STATEMENTS_OF_SCHEMA =
            "SELECT COALESCE(SUM(COUNT_STAR), 0) FROM performance_schema.events_statements_summary_by_digest WHERE SCHEMA_NAME = ?";

    /** The same, statement by statement, the most frequent first. Tables: performance_schema only. */
    public static final String STATEMENTS_BY_DIGEST = """
            SELECT LEFT(DIGEST_TEXT, 60), COUNT_STAR, SUM_TIMER_WAIT / 1e6
              FROM performance_schema.events_statements_summary_by_digest
             WHERE SCHEMA_NAME = ? ORDER BY SUM_TIMER_WAIT DESC
            """;

    /** Whether statements are counted by digest at all. */
    public static final String DIGESTS_ON =
            "SELECT @@performance_schema AND (SELECT ENABLED = 'YES' FROM performance_schema.setup_consumers WHERE NAME = 'statements_digest')";

    private GroundStatements() {}
}
