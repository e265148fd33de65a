package dev.rowlock.binlog.internal.sql;

/** Statements that ask about the binary log. None locks a row. */
public final class LogStatements {
    private LogStatements() {}

    /** The end of the log: file and position. For MySQL from 8.2 on. Locks: none on rows. Right: REPLICATION CLIENT. */
    public static final String LOG_END = "SHOW BINARY LOG STATUS";

    /** The same for older MySQL and for MariaDB, where the right is called BINLOG MONITOR as well. */
    public static final String LOG_END_OLDER = "SHOW MASTER STATUS";

    /**
     * Settings that decide what the log holds. A variable the server does not know is absent. The global values count: they are what new
     * sessions log by.
     */
    public static final String LOG_SETTINGS = """
            SHOW GLOBAL VARIABLES WHERE Variable_name IN (
              'binlog_format', 'lower_case_table_names', 'server_id', 'encrypt_binlog')
            """;
}
