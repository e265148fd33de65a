package dev.rowlock.queue.internal.sql;

/** Statements about what attempts tell of themselves: progress and log lines. READ COMMITTED. */
public final class ReportStatements {
    /**
     * Writes what attempts have told, each over what it told before; {@link #REPORT_ROW} follows once for each. The day is that of the claim, which
     * the token holds in microseconds since 1970, so that an attempt keeps one row over midnight.
     * <p>Locks: exclusive on each row, in the order of the primary key, until the commit. Only the holder of a token writes its row, from two threads
     * at most. Index: PRIMARY.
     */
    public static final String REPORT_PUT =
            "REPLACE INTO rowlock_report (job_id, token, day, attempt, reported_at, done, total, note, omitted, log) VALUES ";

    public static final String REPORT_ROW =
            "(?, ?, DATE(TIMESTAMP'1970-01-01 00:00:00' + INTERVAL ? MICROSECOND), ?, UTC_TIMESTAMP(6), ?, ?, ?, ?, ?)";

    /** The newest progress of a job. Locks: none. Index: PRIMARY of each partition. */
    public static final String REPORT_PROGRESS = """
            SELECT attempt, done, total, note, TIMESTAMPDIFF(MICROSECOND, '1970-01-01', reported_at)
              FROM rowlock_report
             WHERE job_id = ? AND done IS NOT NULL
             ORDER BY token DESC
             LIMIT 1
            """;

    /** The log lines of a job, attempt by attempt. Locks: none. Index: PRIMARY of each partition. */
    public static final String REPORT_LOG = """
            SELECT attempt, omitted, log FROM rowlock_report WHERE job_id = ? AND log IS NOT NULL ORDER BY token
            """;

    private ReportStatements() {}
}
