package dev.rowlock.diagnose.internal.sql;

/**
 * Statements that a watch asks again and again. None touches a table of the user's or waits for a lock; each is stopped by the server
 * itself after a second.
 */
public final class WatchStatements {
    private WatchStatements() {}

    /**
     * MySQL: one row with the server's id, its seconds since start, its clock, and how often each of the two errors was raised. Both tables
     * are read by key, 0.6 ms together on an idle 9.7. Needs SELECT on performance_schema. Locks: none.
     *
     * <p>Error 1213 is raised for more than InnoDB's deadlocks: for deadlocks of metadata locks, for transactions that Group Replication
     * refuses, and by SIGNAL.
     *
     * @see <a href="https://dev.mysql.com/doc/refman/8.4/en/performance-schema-error-summary-tables.html">Error summaries</a>
     */
    public static final String WATCH_MYSQL = """
            SELECT /*+ MAX_EXECUTION_TIME(1000) */ @@server_uuid AS server,
                   (SELECT VARIABLE_VALUE FROM performance_schema.global_status WHERE VARIABLE_NAME = 'Uptime') AS uptime,
                   UNIX_TIMESTAMP() AS now,
                   (SELECT SUM_ERROR_RAISED FROM performance_schema.events_errors_summary_global_by_error
                     WHERE ERROR_NUMBER = 1213) AS deadlocks,
                   (SELECT SUM_ERROR_RAISED FROM performance_schema.events_errors_summary_global_by_error
                     WHERE ERROR_NUMBER = 1205) AS timeouts
            """;

    /**
     * MariaDB: the same; it counts the deadlocks that InnoDB found, and not how often a lock wait timed out. Any account may. Locks: none.
     *
     * @see <a href="https://mariadb.com/kb/en/innodb-status-variables/">Innodb_deadlocks</a>
     */
    public static final String WATCH_MARIADB = """
            SET STATEMENT max_statement_time = 1 FOR
            SELECT CONCAT(@@hostname, ':', @@port) AS server,
                   (SELECT VARIABLE_VALUE FROM information_schema.GLOBAL_STATUS WHERE VARIABLE_NAME = 'UPTIME') AS uptime,
                   UNIX_TIMESTAMP() AS now,
                   (SELECT VARIABLE_VALUE FROM information_schema.GLOBAL_STATUS WHERE VARIABLE_NAME = 'INNODB_DEADLOCKS')
                       AS deadlocks,
                   NULL AS timeouts
            """;

    /** What there is to know without the right to read counters: which server this is. Any account may. Locks: none. */
    public static final String WATCH_WITHOUT_COUNTERS =
            "SELECT @@server_uuid AS server, 0 AS uptime, UNIX_TIMESTAMP() AS now, NULL AS deadlocks, NULL AS timeouts";
}
