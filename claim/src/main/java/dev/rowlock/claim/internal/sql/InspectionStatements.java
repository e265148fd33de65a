package dev.rowlock.claim.internal.sql;

/** Statements that look at a table before it is worked. None locks a row; each shows only what the account may see. */
public final class InspectionStatements {
    private InspectionStatements() {}

    /** Shows the plan of the statement that follows, as a table on every family and whatever {@code explain_format} says. Locks: none. */
    public static final String EXPLAIN = "EXPLAIN FORMAT=TRADITIONAL ";

    /** Needs the rights of the UPDATE and writes nothing. Locks: none. */
    public static final String EXPLAIN_UPDATE = EXPLAIN + "UPDATE {table} SET {status} = {status} WHERE FALSE";

    /** Needs the rights of the DELETE and deletes nothing. Locks: none. */
    public static final String EXPLAIN_DELETE = EXPLAIN + "DELETE {table} FROM {table} WHERE FALSE";

    /** Which session this is. Locks: none. */
    public static final String SESSION_ID = "SELECT CONNECTION_ID()";

    /** Two keys of any rows. Locks: none. */
    public static final String TABLE_SAMPLE = "SELECT {key_select} FROM {table} FORCE INDEX (PRIMARY) LIMIT 2";

    /** A row that is processing and of which nobody can tell when its lease ends. Locks: none. Parameter: the status. */
    public static final String TABLE_ENDLESS =
            "SELECT 1 FROM {table} FORCE INDEX ({index}) WHERE {status} = ? AND {lease_end} IS NULL LIMIT 1";

    /** Triggers on a table. Parameters: schema, table. Locks: none; shows only what the account may see. */
    public static final String TABLE_TRIGGERS = """
            SELECT TRIGGER_NAME
              FROM information_schema.TRIGGERS
             WHERE EVENT_OBJECT_SCHEMA = ? AND EVENT_OBJECT_TABLE = ? AND EVENT_MANIPULATION IN ('UPDATE', 'DELETE')
             ORDER BY TRIGGER_NAME
            """;

    /** Whether a lock wait that times out rolls back the whole transaction, not only its statement. Locks: none. */
    public static final String ROLLS_BACK_ON_TIMEOUT = "SELECT @@innodb_rollback_on_timeout";
}
