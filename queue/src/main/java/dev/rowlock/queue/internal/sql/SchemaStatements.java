package dev.rowlock.queue.internal.sql;

/** Statements of the schema's own book-keeping. */
public final class SchemaStatements {
    /** Whether the table of versions is there. Locks: none. */
    public static final String VERSION_TABLE = """
            SELECT COUNT(*) FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = 'rowlock_schema'
            """;

    /** The newest migration applied; each notes itself at its end. 0 when none. Locks: none. Index: PRIMARY. */
    public static final String VERSION_READ = "SELECT COALESCE(MAX(version), 0) FROM rowlock_schema";

    /** The schema the connection stands in. */
    public static final String SCHEMA_NAME = "SELECT DATABASE()";

    /**
     * One process migrates at a time; the others wait up to that many seconds and then find nothing to do. Every statement of a migration may
     * be run again, so nothing breaks where the lock does not hold (two primaries of a cluster).
     */
    public static final String MIGRATION_LOCK = "SELECT GET_LOCK(?, ?)";

    public static final String MIGRATION_UNLOCK = "SELECT RELEASE_LOCK(?)";

    private SchemaStatements() {}
}
