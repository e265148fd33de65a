package dev.rowlock.queue.internal.sql;

/** Statements of the schema's own book-keeping. */
public final class SchemaStatements {
    /** Whether the table of versions is there. Locks: none. */
    public static final String VERSION_TABLE = """
            SELECT COUNT(*) FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = 'rowlock_schema'
            """;

    /** One row for each migration that was applied. */
    public static final String VERSION_TABLE_CREATE = """
            CREATE TABLE IF NOT EXISTS rowlock_schema (
              version INT NOT NULL,
              description VARCHAR(200) NOT NULL,
              applied_at DATETIME(6) NOT NULL,
              PRIMARY KEY (version)
            ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin
            """;

    /** The newest migration applied; 0 when none. Locks: none. Index: PRIMARY. */
    public static final String VERSION_READ = "SELECT COALESCE(MAX(version), 0) FROM rowlock_schema";

    /** Notes a migration, once. Locks: exclusive on the new row, until the commit right after. */
    public static final String VERSION_INSERT =
            "INSERT IGNORE INTO rowlock_schema (version, description, applied_at) VALUES (?, ?, UTC_TIMESTAMP(6))";

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
