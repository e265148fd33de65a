package dev.rowlock.benchmarks.internal.sql;

import java.util.List;

/** The first layout of rule A12, filled anew for each measurement, and what a careful team sends to it by hand. Nobody else works on the table. */
public final class ClaimStatements {
    /** Makes the table anew, and ten digits to multiply rows with. */
    public static final List<String> TABLE_CREATE = List.of(
            "DROP TABLE IF EXISTS job_queue",
            """
            CREATE TABLE job_queue (
              id BIGINT AUTO_INCREMENT PRIMARY KEY,
              payload JSON,
              status VARCHAR(16) NOT NULL,
              available_at DATETIME NOT NULL,
              lease_until DATETIME NULL,
              attempts INT NOT NULL DEFAULT 0,
              KEY (status, available_at, id))
            """,
            "CREATE TABLE IF NOT EXISTS digit (d INT PRIMARY KEY)",
            "INSERT IGNORE INTO digit VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)");

    /** Ready rows, due at a hundred different times within the last hour. Parameter: how many (up to a million). Locks: the new rows. */
    public static final String ROW_FILL = """
            INSERT INTO job_queue (payload, status, available_at)
            SELECT '{"order": 1}', 'ready', NOW() - INTERVAL 1 HOUR + INTERVAL (a.d * 10 + b.d) SECOND
              FROM digit a, digit b, digit c, digit d, digit e, digit f
             LIMIT ?
            """;

    /** So that plans know the table. */
    public static final String TABLE_ANALYZE = "ANALYZE TABLE job_queue";

    /** How many are done. Locks: none. Index: (status, available_at, id). */
    public static final String ROW_DONE = "SELECT COUNT(*) FROM job_queue WHERE status = 'done'";

    /**
     * Locks: exclusive on each row returned and its entry in the index read, until the commit; an index entry of each row passed over. Index:
     * (status, available_at, id). Isolation: READ COMMITTED. Parameter: how many.
     */
    public static final String ROW_SELECT = """
            SELECT id FROM job_queue
             WHERE status = 'ready' AND available_at <= NOW(6)
             ORDER BY available_at, id
             LIMIT ? FOR UPDATE SKIP LOCKED
            """;

    /** Locks: held already. Index: PRIMARY, or the whole table where that is small. {@code {ids}} stands for placeholders. */
    public static final String ROW_TAKE =
            "UPDATE job_queue SET status = 'processing', lease_until = NOW(6) + INTERVAL 60 SECOND WHERE id IN ({ids})";

    /** Locks: exclusive on these rows, for the commit. Index: as above. Isolation: READ COMMITTED. */
    public static final String ROW_COMPLETE =
            "UPDATE job_queue SET status = 'done' WHERE id IN ({ids}) AND status = 'processing'";

    private ClaimStatements() {}
}
