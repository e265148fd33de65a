package dev.rowlock.diagnose.internal.sql;

import dev.rowlock.mysql.ServerFamily;

/**
 * What the doctor asks. Nothing here locks a row but the three statements that begin with PROBE; each statement runs under the visit's
 * time limits and outside of any transaction, so that it holds no snapshot.
 */
public final class DoctorStatements {
    private DoctorStatements() {}

    /** The session's limits as they are, to put them back: time of a statement, wait for a definition's lock, wait for a row's. Locks: none. */
    public static final String LIMITS_MYSQL =
            "SELECT @@session.max_execution_time, @@session.lock_wait_timeout, @@session.innodb_lock_wait_timeout";

    /** The same where the time of a statement has another name, and is in seconds with a fraction. Locks: none. */
    public static final String LIMITS_MARIADB =
            "SELECT @@session.max_statement_time, @@session.lock_wait_timeout, @@session.innodb_lock_wait_timeout";

    /**
     * Sets the three limits in the session. A waiting ALTER TABLE keeps everybody who looks at the table waiting, a year by default.
     * Locks: none.
     */
    public static String limits(ServerFamily family, String statement, long definition, long row) {
        String name = family == ServerFamily.MARIADB ? "max_statement_time" : "max_execution_time";
        return "SET SESSION " + name + " = " + statement + ", lock_wait_timeout = " + definition
                + ", innodb_lock_wait_timeout = " + row;
    }

    /** Global variables, in one statement for every family and version: one that the server has not is absent. Locks: none. */
    public static final String SERVER_VARIABLES = """
            SHOW GLOBAL VARIABLES WHERE Variable_name IN (
              'transaction_isolation', 'tx_isolation', 'binlog_format', 'innodb_snapshot_isolation', 'innodb_lock_wait_timeout',
              'innodb_rollback_on_timeout', 'innodb_print_all_deadlocks', 'log_error_verbosity', 'max_allowed_packet', 'time_zone',
              'system_time_zone', 'performance_schema', 'performance_schema_digests_size', 'innodb_purge_threads',
              'rpl_semi_sync_source_enabled', 'rpl_semi_sync_source_timeout', 'rpl_semi_sync_master_enabled',
              'rpl_semi_sync_master_timeout', 'group_replication_group_name', 'group_replication_single_primary_mode', 'wsrep_on')
            """;

    /** Global counters, once a visit: the server adds them up over its sessions. Locks: none. */
    public static final String SERVER_STATUS = """
            SHOW GLOBAL STATUS WHERE Variable_name IN (
              'Performance_schema_digest_lost', 'Innodb_deadlocks', 'Innodb_history_list_length', 'Innodb_row_lock_waits', 'Innodb_row_lock_time_max',
              'Rpl_semi_sync_source_clients', 'Rpl_semi_sync_source_no_tx', 'Rpl_semi_sync_master_clients',
              'Rpl_semi_sync_master_no_tx', 'wsrep_cluster_size', 'wsrep_local_state_comment')
            """;

    /**
     * Transactions older than that many seconds, oldest first, and whose they are. Needs PROCESS. InnoDB prints the start in the system's
     * time zone, whatever the session's is. Locks: none; the server copies its list of transactions, at most ten times a second.
     */
    public static final String TRANSACTIONS_OLD = """
            SELECT t.trx_mysql_thread_id, t.trx_state, t.trx_rows_locked, t.trx_rows_modified, t.trx_isolation_level,
                   TIMESTAMPDIFF(SECOND, CONVERT_TZ(t.trx_started, 'SYSTEM', '+00:00'), UTC_TIMESTAMP()) AS age,
                   p.USER, p.HOST, p.COMMAND, p.TIME
              FROM information_schema.INNODB_TRX t
              LEFT JOIN information_schema.PROCESSLIST p ON p.ID = t.trx_mysql_thread_id
             WHERE t.trx_mysql_thread_id <> CONNECTION_ID()
               AND TIMESTAMPDIFF(SECOND, CONVERT_TZ(t.trx_started, 'SYSTEM', '+00:00'), UTC_TIMESTAMP()) >= ?
             ORDER BY age DESC, t.trx_mysql_thread_id
             LIMIT 10
            """;

    /** How many transactions are open at each level. Needs PROCESS. Locks: none. */
    public static final String TRANSACTIONS_BY_LEVEL = """
            SELECT trx_isolation_level, COUNT(*)
              FROM information_schema.INNODB_TRX
             WHERE trx_mysql_thread_id <> CONNECTION_ID()
             GROUP BY trx_isolation_level
            """;

    /** What the program of a session calls itself. MySQL with performance_schema. Locks: none. Index: by session. Parameter: its id. */
    public static final String SESSION_PROGRAM = """
            SELECT ATTR_VALUE
              FROM performance_schema.session_connect_attrs
             WHERE PROCESSLIST_ID = ? AND ATTR_NAME IN ('program_name', '_client_name')
             ORDER BY ATTR_NAME DESC
             LIMIT 1
            """;

    /** Transactions whose undo purge has not removed. MySQL; needs PROCESS. Locks: none. */
    public static final String HISTORY_LENGTH =
            "SELECT `COUNT` FROM information_schema.INNODB_METRICS WHERE NAME = 'trx_rseg_history_len'";

    /** Deadlocks since the server's start, by the errors it raised. MySQL. Locks: none. Index: by error. */
    public static final String DEADLOCKS =
            "SELECT SUM_ERROR_RAISED FROM performance_schema.events_errors_summary_global_by_error WHERE ERROR_NUMBER = 1213";

    /** Whether the account may see others' transactions. Locks: none. */
    public static final String MAY_SEE_TRANSACTIONS = "SELECT 1 FROM information_schema.INNODB_TRX LIMIT 1";

    /** Whether the account may read statement digests. Locks: none. Reads one row. */
    public static final String MAY_READ_DIGESTS =
            "SELECT 1 FROM performance_schema.events_statements_summary_by_digest LIMIT 1";

    /** Replicas that have registered. MySQL; needs REPLICATION SLAVE. Locks: none. */
    public static final String REPLICAS = "SHOW REPLICAS";

    /** Sessions that read the binary log: replicas, and whoever captures changes. Needs PROCESS. Locks: none. */
    public static final String BINLOG_READERS = """
            SELECT USER, HOST
              FROM information_schema.PROCESSLIST
             WHERE COMMAND LIKE 'Binlog Dump%'
             ORDER BY HOST
             LIMIT 20
            """;

    /** From where this server replicates; no row where it does not. Needs REPLICATION CLIENT (MariaDB: REPLICA MONITOR). Locks: none. */
    public static final String REPLICA_STATUS = "SHOW REPLICA STATUS";

    /** Members of the replication group. MySQL; an empty table without one. Locks: none. */
    public static final String GROUP_MEMBERS = """
            SELECT MEMBER_HOST, MEMBER_PORT, MEMBER_STATE, MEMBER_ROLE, MEMBER_ID = @@server_uuid
              FROM performance_schema.replication_group_members
             WHERE MEMBER_ID <> ''
             LIMIT 20
            """;

    /** Consumers without which there are no statement digests and histograms, and that are off. Locks: none. Fifteen rows. */
    public static final String CONSUMERS_OFF = """
            SELECT NAME
              FROM performance_schema.setup_consumers
             WHERE NAME IN ('global_instrumentation', 'thread_instrumentation', 'statements_digest') AND ENABLED = 'NO'
             ORDER BY NAME
            """;

    /** Statement instruments that are off or not timed. Locks: none. Index: by name. */
    public static final String INSTRUMENTS_OFF = """
            SELECT NAME
              FROM performance_schema.setup_instruments
             WHERE NAME IN ('statement/sql/select', 'statement/sql/update', 'statement/sql/insert', 'statement/sql/delete')
               AND (ENABLED = 'NO' OR TIMED = 'NO')
             ORDER BY NAME
            """;

    /** Statements that found no room in the digest table and were added up in one row. Locks: none. Index: by schema and digest. */
    public static final String DIGESTS_WITHOUT_ROOM = """
            SELECT COUNT_STAR
              FROM performance_schema.events_statements_summary_by_digest
             WHERE SCHEMA_NAME IS NULL AND DIGEST IS NULL
             LIMIT 1
            """;

    /**
     * Locking reads and batch updates of one schema, with a sample of each. Locks: none. Index: by schema, and no more than 200 rows; ten
     * thousand digests of one schema take 21 ms. Parameter: the schema.
     */
    public static final String DIGESTS_LOCKING = """
            SELECT DIGEST_TEXT, COUNT_STAR, SUM_ROWS_AFFECTED, SUM_ROWS_EXAMINED, LAST_SEEN, QUERY_SAMPLE_TEXT
              FROM performance_schema.events_statements_summary_by_digest
             WHERE SCHEMA_NAME = ?
               AND (DIGEST_TEXT LIKE 'SELECT %FOR UPDATE%' OR DIGEST_TEXT LIKE 'SELECT %FOR SHARE%'
                    OR DIGEST_TEXT LIKE 'SELECT %LOCK IN SHARE MODE%' OR DIGEST_TEXT LIKE 'UPDATE %IN (...)%')
             LIMIT 200
            """;

    /** The same on MariaDB, which keeps no samples. */
    public static final String DIGESTS_LOCKING_MARIADB =
            DIGESTS_LOCKING.replace("QUERY_SAMPLE_TEXT", "NULL AS QUERY_SAMPLE_TEXT");

    /** Before words that are not ours: whatever the server evaluates to plan them cannot write. Ended by a ROLLBACK. Locks: none. */
    public static final String BEGIN_READ_ONLY = "START TRANSACTION READ ONLY";

    /** The end of it. */
    public static final String END_READ_ONLY = "ROLLBACK";

    /** How many rows the server thinks a table has. Locks: none. Parameters: schema, table. */
    public static final String TABLE_ROWS =
            "SELECT COALESCE(TABLE_ROWS, 0) FROM information_schema.TABLES WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ?";

    /** Tables that look like queues. Locks: none. Parameter: the schema. */
    public static final String TABLES_LIKE_QUEUES = """
            SELECT c.TABLE_NAME
              FROM information_schema.COLUMNS c
              JOIN information_schema.TABLES t ON t.TABLE_SCHEMA = c.TABLE_SCHEMA AND t.TABLE_NAME = c.TABLE_NAME
             WHERE c.TABLE_SCHEMA = ? AND t.TABLE_TYPE = 'BASE TABLE'
               AND LOWER(c.COLUMN_NAME) IN ('status', 'available_at', 'lease_until', 'claimed_at')
             GROUP BY c.TABLE_NAME
            HAVING SUM(LOWER(c.COLUMN_NAME) = 'status') = 1 AND COUNT(*) > 1
             ORDER BY c.TABLE_NAME
             LIMIT 51
            """;

    /** Foreign keys of a table, and those of others that point at it. Locks: none. Parameters: schema, table, schema, table. */
    public static final String TABLE_FOREIGN_KEYS = """
            SELECT CONSTRAINT_SCHEMA, CONSTRAINT_NAME, TABLE_NAME, UNIQUE_CONSTRAINT_SCHEMA, REFERENCED_TABLE_NAME, UPDATE_RULE,
                   DELETE_RULE
              FROM information_schema.REFERENTIAL_CONSTRAINTS
             WHERE (CONSTRAINT_SCHEMA = ? AND TABLE_NAME = ?)
                OR (UNIQUE_CONSTRAINT_SCHEMA = ? AND REFERENCED_TABLE_NAME = ?)
             ORDER BY CONSTRAINT_SCHEMA, CONSTRAINT_NAME
             LIMIT 50
            """;

    /** Triggers on a table; shows only what the account may see. Locks: none. Parameters: schema, table. */
    public static final String TABLE_TRIGGERS = """
            SELECT TRIGGER_NAME, ACTION_TIMING, EVENT_MANIPULATION
              FROM information_schema.TRIGGERS
             WHERE EVENT_OBJECT_SCHEMA = ? AND EVENT_OBJECT_TABLE = ?
             ORDER BY TRIGGER_NAME
             LIMIT 50
            """;

    /** The plan of the statement that follows, as a table on every family and whatever {@code explain_format} says. Locks: none; runs nothing. */
    public static final String EXPLAIN = "EXPLAIN FORMAT=TRADITIONAL ";

    // Statements over the primary key of one table; {keys} and the like are made of its columns.

    /** Keys of the first rows. Locks: none. Index: PRIMARY, {rows} rows, 500 at most. */
    public static final String KEYS_FIRST =
            "SELECT {key_select} FROM {table} FORCE INDEX (PRIMARY) ORDER BY {key_columns} LIMIT {rows}";

    /**
     * The form in which a batch takes its rows: by primary-key range, in its order, passing over what others hold (facts 5.4). Run with
     * EXPLAIN only. Parameter: a key.
     */
    public static final String BATCH_READ = """
            SELECT {key_select}
              FROM {table} FORCE INDEX (PRIMARY)
             WHERE {from}{predicate}
             ORDER BY {key_columns}
             LIMIT 500
               FOR UPDATE SKIP LOCKED
            """;

    /**
     * The form in which a batch writes the rows it holds: the keys it read and its condition again (C5). Run with EXPLAIN only. Parameters:
     * the keys.
     */
    public static final String BATCH_WRITE = """
            UPDATE {table} FORCE INDEX (PRIMARY)
               SET {column} = {column}
             WHERE {keys}{predicate}
            """;

    /** The condition of a batch, in somebody's own words, behind one of ours. */
    public static final String AND_PREDICATE = " AND ({predicate})";

    /** Locks one row or says at once that somebody has it. Locks: that row. Index: PRIMARY. READ COMMITTED. Parameter: its key. */
    public static final String PROBE_ROW = "SELECT 1 FROM {table} FORCE INDEX (PRIMARY) WHERE {keys} FOR UPDATE NOWAIT";

    /** Takes rows as a batch does. Locks: at most three rows. Index: PRIMARY. READ COMMITTED. Parameter: a key. */
    public static final String PROBE_BATCH = """
            SELECT {key_select}
              FROM {table} FORCE INDEX (PRIMARY)
             WHERE {from}
             ORDER BY {key_columns}
             LIMIT 3
               FOR UPDATE SKIP LOCKED
            """;

    /** Which session this is. Locks: none. */
    public static final String PROBE_SESSION = "SELECT CONNECTION_ID()";

    /** For how long a probe's session waits for a row that it should not wait for. Locks: none. */
    public static final String PROBE_PATIENCE = "SET SESSION innodb_lock_wait_timeout = 2";

    /** The session's usual wait again. Locks: none. Followed by seconds. */
    public static final String PROBE_PATIENCE_BEFORE = "SET SESSION innodb_lock_wait_timeout = ";

    /** The session's wait for a row's lock. Locks: none. */
    public static final String PROBE_PATIENCE_NOW = "SELECT @@session.innodb_lock_wait_timeout";
}
