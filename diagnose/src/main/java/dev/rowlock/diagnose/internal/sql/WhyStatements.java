package dev.rowlock.diagnose.internal.sql;

/**
 * What the on-call report reads. None touches a table of the user's, waits for a lock or runs longer than a second: the server itself stops
 * it. None reads {@code performance_schema.data_locks}, which holds a row for every lock: walking it keeps the lock system busy for as long
 * as a batch has locks.
 */
public final class WhyStatements {
    private WhyStatements() {}

    /** Every gauge and counter that is compared. Read by name. Any account may. Locks: none. */
    private static final String STATUS_NAMES = """
            ('Threads_running', 'Innodb_row_lock_waits', 'Innodb_row_lock_time', 'Innodb_history_list_length',
             'Innodb_os_log_pending_fsyncs', 'Innodb_data_pending_fsyncs', 'Innodb_log_waits',
             'Innodb_buffer_pool_wait_free', 'Created_tmp_disk_tables', 'Questions')
            """;

    /** MySQL. */
    public static final String WHY_STATUS_MYSQL = """
            SELECT /*+ MAX_EXECUTION_TIME(1000) */ VARIABLE_NAME, VARIABLE_VALUE
              FROM performance_schema.global_status WHERE VARIABLE_NAME IN
            """ + STATUS_NAMES;

    /** MariaDB. */
    public static final String WHY_STATUS_MARIADB = """
            SET STATEMENT max_statement_time = 1 FOR
            SELECT VARIABLE_NAME, VARIABLE_VALUE
              FROM information_schema.GLOBAL_STATUS WHERE VARIABLE_NAME IN
            """ + STATUS_NAMES;

    /** MySQL's length of the history list. Needs PROCESS. Locks: none. */
    public static final String WHY_HISTORY_LENGTH_MYSQL = """
            SELECT /*+ MAX_EXECUTION_TIME(1000) */ COUNT
              FROM information_schema.INNODB_METRICS WHERE NAME = 'trx_rseg_history_len'
            """;

    /**
     * MySQL: the oldest two hundred open transactions and their sessions. Needs PROCESS, and SELECT on performance_schema. One row for each
     * transaction is made by the server, which keeps the answer for 100 ms, with times of the system's zone whatever the session's is. Locks:
     * none.
     */
    public static final String WHY_TRANSACTIONS_MYSQL = """
            SELECT /*+ MAX_EXECUTION_TIME(1000) */ t.trx_mysql_thread_id AS id, h.THREAD_ID AS thread,
                   CONCAT(h.PROCESSLIST_USER, '@', h.PROCESSLIST_HOST) AS account, t.trx_query AS query,
                   TIMESTAMPDIFF(SECOND, t.trx_started, CONVERT_TZ(UTC_TIMESTAMP(), '+00:00', 'SYSTEM')) AS age, t.trx_rows_locked AS locked,
                   t.trx_rows_modified AS modified, h.PROCESSLIST_COMMAND = 'Sleep' AS idle, h.PROCESSLIST_TIME AS since,
                   TIMESTAMPDIFF(SECOND, t.trx_wait_started, CONVERT_TZ(UTC_TIMESTAMP(), '+00:00', 'SYSTEM')) AS waiting
              FROM information_schema.INNODB_TRX t
              JOIN performance_schema.threads h ON h.PROCESSLIST_ID = t.trx_mysql_thread_id
             ORDER BY t.trx_started LIMIT 200
            """;

    /** MariaDB: the same; a host is told without its port. */
    public static final String WHY_TRANSACTIONS_MARIADB = """
            SET STATEMENT max_statement_time = 1 FOR
            SELECT t.trx_mysql_thread_id AS id, t.trx_mysql_thread_id AS thread,
                   CONCAT(p.USER, '@', SUBSTRING_INDEX(p.HOST, ':', 1)) AS account, t.trx_query AS query,
                   TIMESTAMPDIFF(SECOND, t.trx_started, CONVERT_TZ(UTC_TIMESTAMP(), '+00:00', 'SYSTEM')) AS age, t.trx_rows_locked AS locked,
                   t.trx_rows_modified AS modified, p.COMMAND = 'Sleep' AS idle, p.TIME AS since,
                   TIMESTAMPDIFF(SECOND, t.trx_wait_started, CONVERT_TZ(UTC_TIMESTAMP(), '+00:00', 'SYSTEM')) AS waiting
              FROM information_schema.INNODB_TRX t
              JOIN information_schema.PROCESSLIST p ON p.ID = t.trx_mysql_thread_id
             ORDER BY t.trx_started LIMIT 200
            """;

    /**
     * MySQL: who waits for whom, by threads of performance_schema. Asked only when a transaction waits. The server walks over its
     * transactions and looks at the one lock that each waits for.
     */
    public static final String WHY_WAITS_MYSQL = """
            SELECT /*+ MAX_EXECUTION_TIME(500) */ REQUESTING_THREAD_ID, BLOCKING_THREAD_ID
              FROM performance_schema.data_lock_waits LIMIT 500
            """;

    /** MariaDB: the same by connection ids, with the table. Its lock tables hold only locks that somebody waits for. */
    public static final String WHY_WAITS_MARIADB = """
            SET STATEMENT max_statement_time = 0.5 FOR
            SELECT r.trx_mysql_thread_id, b.trx_mysql_thread_id, l.lock_table
              FROM information_schema.INNODB_LOCK_WAITS w
              JOIN information_schema.INNODB_TRX r ON r.trx_id = w.requesting_trx_id
              JOIN information_schema.INNODB_TRX b ON b.trx_id = w.blocking_trx_id
              JOIN information_schema.INNODB_LOCKS l ON l.lock_id = w.requested_lock_id
             LIMIT 500
            """;

    /**
     * MySQL: which threads use a table in their transaction, or wait for its definition. Read by name. Parameters: schema, table.
     */
    public static final String WHY_TABLE_USERS_MYSQL = """
            SELECT /*+ MAX_EXECUTION_TIME(500) */ OWNER_THREAD_ID, LOCK_STATUS = 'PENDING'
              FROM performance_schema.metadata_locks
             WHERE OBJECT_TYPE = 'TABLE' AND OBJECT_SCHEMA = ? AND OBJECT_NAME = ? LIMIT 1000
            """;

    /** The sessions that wait for a table's definition; for MySQL by performance_schema's threads. */
    public static final String WHY_DEFINITION_WAITS_MYSQL = """
            SELECT /*+ MAX_EXECUTION_TIME(500) */ PROCESSLIST_ID AS id, THREAD_ID AS thread,
                   CONCAT(PROCESSLIST_USER, '@', PROCESSLIST_HOST) AS account, PROCESSLIST_INFO AS query,
                   0 AS age, 0 AS locked, 0 AS modified, 0 AS idle, PROCESSLIST_TIME AS since, PROCESSLIST_TIME AS waiting
              FROM performance_schema.threads
             WHERE PROCESSLIST_STATE = 'Waiting for table metadata lock' LIMIT 200
            """;

    /** The same on MariaDB. */
    public static final String WHY_DEFINITION_WAITS_MARIADB = """
            SET STATEMENT max_statement_time = 0.5 FOR
            SELECT ID AS id, ID AS thread, CONCAT(USER, '@', SUBSTRING_INDEX(HOST, ':', 1)) AS account, INFO AS query,
                   0 AS age, 0 AS locked, 0 AS modified, 0 AS idle, TIME AS since, TIME AS waiting
              FROM information_schema.PROCESSLIST
             WHERE STATE = 'Waiting for table metadata lock' LIMIT 200
            """;

    /** MySQL: who is connected, to know which of them are batch. A row for each connection. Locks: none. */
    public static final String WHY_CONNECTIONS_MYSQL = """
            SELECT /*+ MAX_EXECUTION_TIME(500) */ PROCESSLIST_ID, CONCAT(PROCESSLIST_USER, '@', PROCESSLIST_HOST)
              FROM performance_schema.threads
             WHERE PROCESSLIST_ID IS NOT NULL AND PROCESSLIST_USER IS NOT NULL LIMIT 10000
            """;

    /** The same on MariaDB. */
    public static final String WHY_CONNECTIONS_MARIADB = """
            SET STATEMENT max_statement_time = 0.5 FOR
            SELECT ID, CONCAT(USER, '@', SUBSTRING_INDEX(HOST, ':', 1)) FROM information_schema.PROCESSLIST LIMIT 10000
            """;

    /** MySQL: the latest statement of a thread, also of an idle one. Read by key. Parameter: the thread. */
    public static final String WHY_LATEST_STATEMENT_MYSQL = """
            SELECT /*+ MAX_EXECUTION_TIME(500) */ SQL_TEXT FROM performance_schema.events_statements_current
             WHERE THREAD_ID = ? AND SQL_TEXT IS NOT NULL ORDER BY EVENT_ID LIMIT 1
            """;

    /**
     * MySQL: the most frequent statements that name a table. Read by schema; asked twice in a report. Parameters: schema, the table's quoted
     * name as a pattern.
     */
    public static final String WHY_DIGESTS_MYSQL = """
            SELECT /*+ MAX_EXECUTION_TIME(1000) */ DIGEST, DIGEST_TEXT, COUNT_STAR, SUM_ROWS_EXAMINED
              FROM performance_schema.events_statements_summary_by_digest
             WHERE SCHEMA_NAME = ? AND DIGEST_TEXT LIKE ?
             ORDER BY COUNT_STAR DESC LIMIT 12
            """;

    /** MySQL: how often a statement took how long, upper ends in picoseconds. Read by key. Parameters: schema, digest. */
    public static final String WHY_HISTOGRAM_MYSQL = """
            SELECT /*+ MAX_EXECUTION_TIME(1000) */ BUCKET_TIMER_HIGH, COUNT_BUCKET
              FROM performance_schema.events_statements_histogram_by_digest
             WHERE SCHEMA_NAME = ? AND DIGEST = ? AND COUNT_BUCKET > 0
             ORDER BY BUCKET_TIMER_HIGH
            """;
}
