package dev.rowlock.batch.internal.sql;

import dev.rowlock.mysql.ServerFamily;

/** Statements that look before a run is made. None locks a row, but for the two of the probe that a user asks for. */
public final class PlanStatements {
    private PlanStatements() {}

    /** Shows the plan of the statement that follows, as a table on every family. Locks: none; needs the rights of the statement. */
    public static final String EXPLAIN = "EXPLAIN FORMAT=TRADITIONAL ";

    /**
     * How many rows the server believes the table has: the {@code rows} of a plan without a condition. With a range over all of it MySQL would say
     * half, the most it believes of any range. Locks: none; reads no row.
     */
    public static final String PLAN_ROWS = "EXPLAIN FORMAT=TRADITIONAL SELECT 1 FROM {table} FORCE INDEX (PRIMARY)";

    /** The index the server would take by itself, which a batch does not. Locks: none. */
    public static final String PLAN_OWN_CHOICE = "EXPLAIN FORMAT=TRADITIONAL SELECT 1 FROM {table} WHERE {predicate}";

    /**
     * How many of some rows fulfil the predicate once their columns have the values an assignment would give them.
     * <p>Locks: none. Index: PRIMARY, by key. Isolation: any. Rows touched: the list.
     */
    public static final String PLAN_STILL_MATCHING = """
            SELECT COUNT(*), COALESCE(SUM(({predicate}) IS TRUE), 0)
              FROM (SELECT {after} FROM {table} FORCE INDEX (PRIMARY) WHERE {keys}) AS {alias}
            """;

    /** Triggers of a table; shows those the account may see. Locks: none. */
    public static final String PLAN_TRIGGERS = """
            SELECT TRIGGER_NAME, EVENT_MANIPULATION, ACTION_TIMING
              FROM information_schema.TRIGGERS
             WHERE EVENT_OBJECT_SCHEMA = ? AND EVENT_OBJECT_TABLE = ?
             ORDER BY TRIGGER_NAME
            """;

    /** Foreign keys of a table to its parents, a row for each column. Locks: none. */
    public static final String PLAN_PARENTS = """
            SELECT CONSTRAINT_NAME, COLUMN_NAME, REFERENCED_TABLE_NAME
              FROM information_schema.KEY_COLUMN_USAGE
             WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ? AND REFERENCED_TABLE_NAME IS NOT NULL
             ORDER BY CONSTRAINT_NAME, ORDINAL_POSITION
            """;

    /** How a table is cut into partitions; no row for one that is not. Locks: none. */
    public static final String PLAN_PARTITIONS = """
            SELECT COUNT(DISTINCT PARTITION_NAME), MIN(PARTITION_METHOD), MIN(PARTITION_EXPRESSION)
              FROM information_schema.PARTITIONS
             WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ? AND PARTITION_NAME IS NOT NULL
            HAVING COUNT(*) > 0
            """;

    /** Foreign keys of other tables to a table. Locks: none. */
    public static final String PLAN_CHILDREN = """
            SELECT CONSTRAINT_NAME, TABLE_NAME, DELETE_RULE, UPDATE_RULE
              FROM information_schema.REFERENTIAL_CONSTRAINTS
             WHERE UNIQUE_CONSTRAINT_SCHEMA = ? AND REFERENCED_TABLE_NAME = ?
             ORDER BY CONSTRAINT_NAME
            """;

    /** Rows of a table written since the server's start (MySQL). Locks: none. By key of the summary. */
    public static final String PLAN_TABLE_WRITES = """
            SELECT COUNT_INSERT + COUNT_UPDATE + COUNT_DELETE
              FROM performance_schema.table_io_waits_summary_by_table
             WHERE OBJECT_TYPE = 'TABLE' AND OBJECT_SCHEMA = ? AND OBJECT_NAME = ?
            """;

    /** Whether statements are counted by digest. Locks: none. */
    public static final String PLAN_HISTOGRAMS = "SHOW GLOBAL VARIABLES LIKE 'performance_schema'";

    /** Whether our tables may be written, for those that exist. Locks: none; needs the rights of the statement. */
    public static final String PLAN_OWN_INSERT = """
            EXPLAIN FORMAT=TRADITIONAL INSERT INTO {schema}rowlock_batch_event (run_id, at, kind, reason) VALUES (0, NOW(), '', '')
            """;

    /** As {@link #PLAN_OWN_INSERT}. Locks: none. */
    public static final String PLAN_OWN_UPDATE =
            "EXPLAIN FORMAT=TRADITIONAL UPDATE {schema}rowlock_batch_run SET rate = rate WHERE id = 0";

    /** As {@link #PLAN_OWN_INSERT}. Locks: none. */
    public static final String PLAN_OWN_DELETE =
            "EXPLAIN FORMAT=TRADITIONAL DELETE FROM {schema}rowlock_batch_worker WHERE run_id = 0 AND worker = ''";

    /**
     * Holds a row as online traffic would, for the probe.
     * <p>Locks: exclusive on one primary-key record, if nobody has it, until the rollback some milliseconds later. Index: PRIMARY.
     */
    public static final String PLAN_PROBE_HOLD =
            "SELECT {key_select} FROM {table} FORCE INDEX (PRIMARY) WHERE {keys} FOR UPDATE SKIP LOCKED";

    /** A read that the server ends by itself when it takes longer than a second. */
    public static String limited(ServerFamily family, String select) {
        return family == ServerFamily.MARIADB
                ? "SET STATEMENT max_statement_time = 1 FOR " + select
                : select.replaceFirst("^\\s*SELECT ", "SELECT /*+ MAX_EXECUTION_TIME(1000) */ ");
    }
}
