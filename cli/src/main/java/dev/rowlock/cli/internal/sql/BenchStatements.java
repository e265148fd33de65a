package dev.rowlock.cli.internal.sql;

/** Statements of {@code rowlock bench} on its own tables. */
public final class BenchStatements {
    private BenchStatements() {}

    /** What is overdue and to be marked; also the condition of the batch. */
    public static final String ORDER_OVERDUE = "status = 'PENDING' AND modified_at < '2026-01-01'";

    /** What the batch sets. */
    public static final String ORDER_MARK = "status = 'OVERDUE', modified_at = NOW(3)";

    /** DDL. */
    public static final String ORDER_DROP = "DROP TABLE IF EXISTS rowlock_bench_order";

    /** DDL: the order table of the reported case, with its index. */
    public static final String ORDER_CREATE = """
            CREATE TABLE rowlock_bench_order (
              id BIGINT NOT NULL PRIMARY KEY,
              user_id BIGINT NOT NULL,
              amount DECIMAL(12, 2) NOT NULL,
              status VARCHAR(16) NOT NULL,
              modified_at DATETIME(3) NOT NULL,
              note VARCHAR(64) NOT NULL,
              KEY by_status (status, modified_at)
            ) ENGINE=InnoDB
            """;

    /** The first thousand rows; two in three are overdue. Locks: the new rows. */
    public static final String ORDER_SEED = """
            INSERT INTO rowlock_bench_order
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
            SELECT i, i * 7919 % 100003, i * 31 % 100000 / 100, IF(i % 3 = 0, 'PAID', 'PENDING'),
                   IF(i % 3 = 0, '2026-06-01', '2025-01-01') + INTERVAL i SECOND, REPEAT('x', 40)
              FROM n
            """;

    /** As many rows again, up to a limit. Parameters: rows that are there (thrice), the limit. Locks: the new rows. */
    public static final String ORDER_GROW = """
            INSERT INTO rowlock_bench_order
            SELECT id + ?, user_id, amount, IF((id + ?) % 3 = 0, 'PAID', 'PENDING'),
                   IF((id + ?) % 3 = 0, '2026-06-01', '2025-01-01') + INTERVAL id SECOND, note
              FROM rowlock_bench_order
             ORDER BY id
             LIMIT ?
            """;

    /** So that plans know the table. */
    public static final String ORDER_ANALYZE = "ANALYZE TABLE rowlock_bench_order";

    /** The online write. Locks: one row by primary key, for its commit. Parameters: status, id. */
    public static final String ORDER_ONLINE =
            "UPDATE rowlock_bench_order SET status = ?, modified_at = NOW(3) WHERE id = ?";

    /** Where a batch works now: the oldest overdue rows. Locks: none. */
    public static final String ORDER_FRONTIER =
            "SELECT id FROM rowlock_bench_order WHERE " + ORDER_OVERDUE + " ORDER BY modified_at LIMIT 2000";

    /** How many are overdue. Locks: none. */
    public static final String ORDER_LEFT = "SELECT COUNT(*) FROM rowlock_bench_order WHERE " + ORDER_OVERDUE;

    /** A row's status. Locks: none. */
    public static final String ORDER_STATUS = "SELECT status FROM rowlock_bench_order WHERE id = ?";

    /** The naive batch of the reported case. Locks: 500 rows and what it scans, until its UPDATE committed. */
    public static final String NAIVE_LOCK = "SELECT id FROM rowlock_bench_order WHERE " + ORDER_OVERDUE
            + " ORDER BY id LIMIT 500 FOR UPDATE SKIP LOCKED";

    /** The naive batch's write; a list of ids follows. Locks: these rows. */
    public static final String NAIVE_MARK = "UPDATE rowlock_bench_order SET " + ORDER_MARK + " WHERE id IN ";

    /** What the last bench left: runs and knees of a table that is made anew would mislead. */
    public static final String KNEE_FORGET =
            "DELETE FROM rowlock_batch_knee WHERE target LIKE '%.rowlock\\_bench\\_order'";
}
