package dev.rowlock.pacing.internal.sql;

/** Statements that read how a server does. Except for the canary, none takes a row lock; none is meant to run in a transaction. */
public final class SignalStatements {
    private SignalStatements() {}

    /**
     * One statement's buckets that hold anything. Parameters: schema, digest.
     *
     * <p>Locks: none. Index: the table's hash on (SCHEMA_NAME, DIGEST, BUCKET_NUMBER) by its first two columns; at most 450 rows. Never without
     * both: a full scan of 10 000 digests takes a second (facts 6).
     *
     * @see <a href="https://dev.mysql.com/doc/refman/8.4/en/performance-schema-statement-histogram-summary-tables.html">Statement histograms</a>
     */
    public static final String HISTOGRAM_OF_STATEMENT = """
            SELECT BUCKET_NUMBER, COUNT_BUCKET
              FROM performance_schema.events_statements_histogram_by_digest
             WHERE SCHEMA_NAME = ? AND DIGEST = ? AND COUNT_BUCKET > 0
            """;

    /** The same for a statement that ran without a schema. Parameter: digest. Locks: none. Index: the same. */
    public static final String HISTOGRAM_OF_STATEMENT_WITHOUT_SCHEMA = """
            SELECT BUCKET_NUMBER, COUNT_BUCKET
              FROM performance_schema.events_statements_histogram_by_digest
             WHERE SCHEMA_NAME IS NULL AND DIGEST = ? AND COUNT_BUCKET > 0
            """;

    /**
     * The digest of a statement's text. Parameter: the text, with literals in place of parameters. Locks: none.
     *
     * @see <a href="https://dev.mysql.com/doc/refman/8.4/en/encryption-functions.html#function_statement-digest">STATEMENT_DIGEST</a>
     */
    public static final String DIGEST_OF_TEXT = "SELECT STATEMENT_DIGEST(?)";

    /**
     * Where a digest ran, the busiest first. Parameter: digest. Locks: none. Reads the whole summary (at most performance_schema_digests_size
     * rows, 10 000 by default), so it is asked once, at start.
     */
    public static final String DIGEST_PLACES = """
            SELECT SCHEMA_NAME, DIGEST, DIGEST_TEXT, COUNT_STAR
              FROM performance_schema.events_statements_summary_by_digest
             WHERE DIGEST = ?
             ORDER BY COUNT_STAR DESC
             LIMIT 20
            """;

    /** The same by the digest's text, as the server prints it. Parameter: the text. Locks: none. Asked once, at start. */
    public static final String DIGEST_PLACES_BY_TEXT = """
            SELECT SCHEMA_NAME, DIGEST, DIGEST_TEXT, COUNT_STAR
              FROM performance_schema.events_statements_summary_by_digest
             WHERE DIGEST_TEXT = ?
             ORDER BY COUNT_STAR DESC
             LIMIT 20
            """;

    /**
     * Statements that name a table and ran within the last hour, the busiest first. Parameter: a LIKE pattern of the quoted table name. Locks:
     * none. Reads the whole summary, so it is asked once, at start; which of them write this table is decided from their text.
     */
    public static final String DIGEST_BY_TABLE = """
            SELECT SCHEMA_NAME, DIGEST, DIGEST_TEXT, COUNT_STAR
              FROM performance_schema.events_statements_summary_by_digest
             WHERE DIGEST_TEXT LIKE ? AND LAST_SEEN > NOW() - INTERVAL 1 HOUR
             ORDER BY COUNT_STAR DESC
             LIMIT 200
            """;

    /** What drivers send to commit; looked for by its digest, never sent from here. The batch's own is another statement. */
    public static final String ONLINE_COMMIT = "COMMIT";

    /**
     * A digest in one schema, if it ran lately. Parameters: schema or NULL, digest, seconds. Locks: none. Index: the table's hash on (SCHEMA_NAME, DIGEST); asked once, at
     * start.
     */
    public static final String DIGEST_IN_SCHEMA = """
            SELECT SCHEMA_NAME, DIGEST, DIGEST_TEXT, COUNT_STAR
              FROM performance_schema.events_statements_summary_by_digest
             WHERE SCHEMA_NAME <=> ? AND DIGEST = ? AND LAST_SEEN > NOW() - INTERVAL ? SECOND
            """;

    /** Whether statements are counted: the instrumentation and its consumer. Locks: none. */
    public static final String DIGEST_COUNTED = """
            SELECT @@performance_schema,
                   (SELECT MIN(ENABLED) FROM performance_schema.setup_consumers
                     WHERE NAME IN ('global_instrumentation', 'thread_instrumentation', 'statements_digest'))
            """;

    /** Has the server count statements. Shown to people, who run it or do not; never sent from here. */
    public static final String CONSUMERS_ON = "UPDATE performance_schema.setup_consumers SET ENABLED = 'YES'"
            + " WHERE NAME IN ('global_instrumentation', 'thread_instrumentation', 'statements_digest')";

    /**
     * How often a deadlock (1213) or a lock wait timeout (1205) was raised, by whomever. Locks: none. Index: the table's hash on ERROR_NUMBER.
     */
    public static final String LOSS_EVERYBODY = """
            SELECT ERROR_NUMBER, SUM_ERROR_RAISED
              FROM performance_schema.events_errors_summary_global_by_error
             WHERE ERROR_NUMBER IN (1205, 1213)
            """;

    /** The same of one account. Parameters: user, host. Locks: none. Index: the table's hash on (USER, HOST, ERROR_NUMBER). */
    public static final String LOSS_ACCOUNT = """
            SELECT ERROR_NUMBER, SUM_ERROR_RAISED
              FROM performance_schema.events_errors_summary_by_account_by_error
             WHERE USER = ? AND HOST = ? AND ERROR_NUMBER IN (1205, 1213)
            """;

    /**
     * MariaDB: waits for locks that timed out, by whomever, and whether they are counted; those that gave up without a wait are not among them (decision 28). Needs
     * PROCESS. Locks: none.
     */
    public static final String LOSS_TIMEOUTS = """
            SELECT COUNT, TIME_ENABLED IS NOT NULL AND TIME_DISABLED IS NULL
              FROM information_schema.INNODB_METRICS
             WHERE NAME = 'lock_timeouts'
            """;

    /** Status counters. Parameters stand in the text: {names} is a list of our own constants. Locks: none. */
    public static final String STATUS_VALUES = "SHOW GLOBAL STATUS WHERE Variable_name IN ({names})";

    /** Undo that purge has not removed yet, in transactions. Needs PROCESS. Locks: none. */
    public static final String HISTORY_LENGTH =
            "SELECT COUNT FROM information_schema.INNODB_METRICS WHERE NAME = 'trx_rseg_history_len'";

    /**
     * Every channel of a replica. Needs REPLICATION CLIENT (MariaDB: REPLICA MONITOR). Locks: none on rows. MySQL 8.0.22 and MariaDB 10.5.1 on.
     */
    public static final String REPLICA_STATUS = "SHOW REPLICA STATUS";

    /**
     * A write like those of online traffic, on a table of our own. Parameter: id. {table} is the caller's.
     *
     * <p>Locks: the PRIMARY entry of one row, until the commit that follows at once. Isolation: READ COMMITTED or any other.
     */
    public static final String CANARY_BEAT = "UPDATE {table} SET beats = beats + 1 WHERE id = ?";
}
