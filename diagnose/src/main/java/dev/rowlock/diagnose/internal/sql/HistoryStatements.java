package dev.rowlock.diagnose.internal.sql;

/**
 * The history of deadlocks, a table of our own. In every statement {@code {table}} is its quoted name with the schema. Isolation: READ
 * COMMITTED. Two watches write and delete at the same time without waiting for long: each statement is a transaction, and deletions go
 * along the primary key.
 */
public final class HistoryStatements {
    private HistoryStatements() {}

    /** Locks: the table's definition, for a moment. The unique key is what makes one row of a deadlock that two watches see. */
    public static final String HISTORY_CREATE = """
            CREATE TABLE IF NOT EXISTS {table} (
              id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
              server VARCHAR(100) CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'server_uuid, or host and port',
              fingerprint CHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'of time, transaction and connection ids',
              happened_at DATETIME(6) NULL COMMENT 'as the server printed it, in its own time zone',
              seen_at DATETIME(6) NOT NULL COMMENT 'UTC',
              victim INT NULL COMMENT 'the number printed',
              rolled_back INT NULL COMMENT 'the number of the transaction that was rolled back',
              victim_side VARCHAR(8) CHARACTER SET ascii NOT NULL,
              statements TEXT NOT NULL COMMENT 'their forms, without values',
              lock_order TEXT NOT NULL,
              details LONGTEXT NOT NULL COMMENT 'the whole, as JSON',
              UNIQUE KEY once (server, fingerprint),
              KEY seen (seen_at, id),
              CHECK (victim_side IN ('batch', 'online', 'unknown'))
            ) ENGINE=InnoDB DEFAULT CHARACTER SET utf8mb4
              COMMENT='deadlocks seen by rowlock deadlocks --watch'
            """;

    /** Reads nothing; fails when the table, a column or the right is missing. Locks: none. */
    public static final String HISTORY_CHECK = """
            SELECT id, server, fingerprint, happened_at, seen_at, victim, rolled_back, victim_side, statements, lock_order, details
              FROM {table} LIMIT 0
            """;

    /**
     * One deadlock; error 1062 when it is there already. Locks: exclusive on the new row; waits for another watch that inserts the same one,
     * until its commit.
     */
    public static final String HISTORY_ADD = """
            INSERT INTO {table} (server, fingerprint, happened_at, seen_at, victim, rolled_back, victim_side, statements, lock_order, details)
            VALUES (?, ?, ?, UTC_TIMESTAMP(6), ?, ?, ?, ?, ?, ?)
            """;

    /** The last row that is too old; NULL when none is. Index: {@code seen}, its end. Locks: none. Parameter: seconds. */
    public static final String HISTORY_LAST_TOO_OLD =
            "SELECT id FROM {table} WHERE seen_at < UTC_TIMESTAMP(6) - INTERVAL ? SECOND ORDER BY seen_at DESC, id DESC LIMIT 1";

    /** The last row that is one too many. Index: primary, from its end over the rows that stay. Locks: none. Parameter: rows to keep. */
    public static final String HISTORY_LAST_TOO_MANY = "SELECT id FROM {table} ORDER BY id DESC LIMIT 1 OFFSET ?";

    /** Up to a thousand of the oldest rows. Index: primary. Locks: exclusive on each row deleted. Parameter: the last id to go. */
    public static final String HISTORY_DELETE = "DELETE FROM {table} WHERE id <= ? ORDER BY id LIMIT 1000";
}
