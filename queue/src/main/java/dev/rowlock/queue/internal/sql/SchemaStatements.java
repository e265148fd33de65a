package dev.rowlock.queue.internal.sql;

/** Statements of the schema's own book-keeping. */
public final class SchemaStatements {
    /** Flyway's table for the queue's migrations, apart from the one of the application. */
    public static final String HISTORY = "rowlock_schema_history";

    /** Whether the table of versions is there. Locks: none. */
    public static final String VERSION_TABLE = """
            SELECT COUNT(*) FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = 'rowlock_schema'
            """;

    /** The newest migration applied; each notes itself at its end. 0 when none. Locks: none. Index: PRIMARY. */
    public static final String VERSION_READ = "SELECT COALESCE(MAX(version), 0) FROM rowlock_schema";

    /** The schema the connection stands in. */
    public static final String SCHEMA_NAME = "SELECT DATABASE()";

    /** Whether Flyway's table is there. Locks: none. */
    public static final String HISTORY_TABLE = """
            SELECT COUNT(*) FROM information_schema.TABLES
             WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = 'rowlock_schema_history'
            """;

    /**
     * Forgets migrations of which Flyway has noted that a statement was refused. Locks: exclusive on each row removed, until the commit right after;
     * READ COMMITTED. Index: Flyway's own on success, or a scan of a handful of rows.
     */
    public static final String HISTORY_FORGET_FAILED = "DELETE FROM rowlock_schema_history WHERE success = 0";

    private SchemaStatements() {}
}
