package dev.rowlock.mysql.internal.sql;

/** Statements that read what the server is. None locks a row. */
public final class FactStatements {
    private FactStatements() {}

    /**
     * The variables {@link dev.rowlock.mysql.ServerFacts} is made of, as the session sees them. A variable the server does not know
     * is simply absent, so one statement serves every family and version.
     *
     * <p>Locks: none.
     *
     * @see <a href="https://dev.mysql.com/doc/refman/8.4/en/show-variables.html">SHOW VARIABLES</a>
     */
    public static final String FACT_VARIABLES = """
            SHOW SESSION VARIABLES WHERE Variable_name IN (
              'version', 'version_comment', 'transaction_isolation', 'tx_isolation', 'log_bin', 'binlog_format', 'binlog_row_image',
              'innodb_snapshot_isolation', 'max_allowed_packet', 'read_only', 'super_read_only', 'innodb_lock_wait_timeout',
              'innodb_deadlock_detect', 'sql_mode', 'time_zone', 'system_time_zone', 'innodb_rollback_on_timeout')
            """;

    /** The account, the schema, the connection's id and the server's clock in microseconds since 1970. Locks: none. */
    public static final String FACT_SESSION =
            "SELECT CURRENT_USER(), DATABASE(), CONNECTION_ID(), TIMESTAMPDIFF(MICROSECOND, '1970-01-01 00:00:00', UTC_TIMESTAMP(6))";

    /** What the account may do. Locks: none. */
    public static final String FACT_GRANTS = "SHOW GRANTS FOR CURRENT_USER()";
}
