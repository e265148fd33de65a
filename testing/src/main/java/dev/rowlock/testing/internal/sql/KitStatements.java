package dev.rowlock.testing.internal.sql;

/**
 * What the test kit asks a server, on connections of its own that commit each statement. What stands in {@code %s} and {@code %d} is a name the
 * kit made itself or a number: none of it can be a parameter.
 */
public final class KitStatements {
    private KitStatements() {}

    /** Tables: none. */
    public static final String SERVER_VERSION = "SELECT VERSION()";

    /** Which connection asks. Tables: none. */
    public static final String CONNECTION_ID = "SELECT CONNECTION_ID()";

    /** Ends a connection that a test left; the server rolls back what it had open. */
    public static final String CONNECTION_KILL = "KILL %s";

    /** DDL. */
    public static final String SCHEMA_CREATE = "CREATE DATABASE %s";

    /** DDL: waits for whoever has a table of it in a transaction, so connections that are left are ended first. */
    public static final String SCHEMA_DROP = "DROP DATABASE IF EXISTS %s";

    /** Name, and how it logs in. */
    public static final String ACCOUNT_CREATE = "CREATE USER %s %s";

    /** Rights, schema and table, account. */
    public static final String ACCOUNT_GRANT = "GRANT %s ON %s.%s TO %s";

    /** The same taken away. */
    public static final String ACCOUNT_REVOKE = "REVOKE %s ON %s.%s FROM %s";

    public static final String ACCOUNT_DROP = "DROP USER %s";

    /** What a statement that a driver was given would do; the statement follows. Locks: none. */
    public static final String EXPLAIN = "EXPLAIN FORMAT=TRADITIONAL ";

    /** Connections to a schema, with the transaction each has open. Locks: none; InnoDB answers from a copy of up to 0.1 s ago. */
    public static final String CONNECTIONS_OF_SCHEMA = """
            SELECT p.ID AS id, p.COMMAND AS command, p.TIME AS seconds, p.INFO AS statement,
                   t.trx_state AS trx, t.trx_rows_locked AS locked
              FROM information_schema.PROCESSLIST p
              LEFT JOIN information_schema.INNODB_TRX t ON t.trx_mysql_thread_id = p.ID
             WHERE p.DB = '%s'
            """;

    /** MySQL: row locks of a connection, one by one. Locks: none. */
    public static final String ROW_LOCKS = """
            SELECT l.OBJECT_NAME AS tab, l.INDEX_NAME AS idx, l.LOCK_MODE AS mode, l.LOCK_STATUS AS status,
                   l.LOCK_DATA AS data
              FROM performance_schema.data_locks l
              JOIN performance_schema.threads t ON t.THREAD_ID = l.THREAD_ID
             WHERE t.PROCESSLIST_ID = %d AND l.LOCK_TYPE = 'RECORD'
            """;

    /** MariaDB: how many it has. Locks: none; from the same copy. */
    public static final String ROW_LOCK_COUNT =
            "SELECT COALESCE(SUM(trx_rows_locked), 0) FROM information_schema.INNODB_TRX WHERE trx_mysql_thread_id = %d";
}
