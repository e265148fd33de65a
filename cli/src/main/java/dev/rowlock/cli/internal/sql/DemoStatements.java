package dev.rowlock.cli.internal.sql;

/** Statements of the demo, on tables of its own that nobody else uses. */
public final class DemoStatements {
    private DemoStatements() {}

    public static final String SCHEMA_CREATE = "CREATE DATABASE IF NOT EXISTS demo";

    /** The first of the two layouts of rule A12. */
    public static final String JOB_QUEUE_CREATE = """
            CREATE TABLE job_queue (
              id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
              payload JSON NOT NULL,
              status VARCHAR(20) NOT NULL,
              available_at DATETIME(6) NOT NULL,
              lease_until DATETIME(6) NULL,
              attempts INT NOT NULL DEFAULT 0,
              KEY claim (status, available_at, id))
            """;

    /** The second. */
    public static final String TASK_QUEUE_CREATE = """
            CREATE TABLE task_queue (
              id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
              status VARCHAR(20) NOT NULL,
              available_at DATETIME(6) NOT NULL,
              payload JSON NOT NULL,
              claimed_at DATETIME(6) NULL,
              KEY claim (status, available_at, id))
            """;

    /** What the work leaves behind, with no key that could hide that it happened twice. */
    public static final String EFFECT_CREATE = """
            CREATE TABLE effect (
              id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
              queue VARCHAR(20) NOT NULL,
              row_id VARCHAR(40) NOT NULL,
              claim VARCHAR(80) NOT NULL,
              worker VARCHAR(20) NOT NULL,
              KEY by_row (queue, row_id))
            """;

    /** One row, ready now. Locks: the new record. */
    public static final String JOB_QUEUE_ADD =
            "INSERT INTO job_queue (payload, status, available_at) VALUES (?, 'ready', NOW(6))";

    /** One row, ready now. Locks: the new record. */
    public static final String TASK_QUEUE_ADD =
            "INSERT INTO task_queue (payload, status, available_at) VALUES (?, 'ready', NOW(6))";

    /** A row that no worker may take yet. */
    public static final String JOB_QUEUE_ADD_LATER =
            "INSERT INTO job_queue (payload, status, available_at) VALUES ('{\"targeted\": true}', 'ready', NOW(6) + INTERVAL 1 HOUR)";

    /** The effect, in the transaction of the row's completion. Locks: the new record. */
    public static final String EFFECT_ADD = "INSERT INTO effect (queue, row_id, claim, worker) VALUES (?, ?, ?, ?)";

    /** Holds a row as a session does that works inside its transaction. Locks: exclusive on that primary-key record. */
    public static final String JOB_QUEUE_LOCK = "SELECT id FROM job_queue WHERE id = ? FOR UPDATE";

    /** Lets the row be claimed. Locks: exclusive on that primary-key record. */
    public static final String JOB_QUEUE_READY_NOW =
            "UPDATE job_queue SET available_at = NOW(6) WHERE id = ? AND status = 'ready'";

    public static final String JOB_QUEUE_OPEN =
            "SELECT COUNT(*) FROM job_queue WHERE status IN ('ready', 'processing')";
    public static final String TASK_QUEUE_OPEN =
            "SELECT COUNT(*) FROM task_queue WHERE status IN ('ready', 'processing')";

    public static final String JOB_QUEUE_PROCESSING = "SELECT COUNT(*) FROM job_queue WHERE status = 'processing'";
    public static final String TASK_QUEUE_PROCESSING = "SELECT COUNT(*) FROM task_queue WHERE status = 'processing'";

    public static final String EFFECTS_OF_WORKER = "SELECT COUNT(*) FROM effect WHERE worker = ?";

    // The proof: plain reads, which anybody can repeat.

    public static final String JOB_QUEUE_ALL = "SELECT COUNT(*) FROM job_queue";
    public static final String TASK_QUEUE_ALL = "SELECT COUNT(*) FROM task_queue";
    public static final String JOB_QUEUE_DONE = "SELECT COUNT(*) FROM job_queue WHERE status = 'done'";
    public static final String TASK_QUEUE_DONE = "SELECT COUNT(*) FROM task_queue WHERE status = 'done'";
    public static final String EFFECTS_ALL = "SELECT COUNT(*) FROM effect";

    public static final String ROWS_WITHOUT_EFFECT = """
            SELECT (SELECT COUNT(*) FROM job_queue q WHERE NOT EXISTS
                     (SELECT * FROM effect e WHERE e.queue = 'job_queue' AND e.row_id = CAST(q.id AS CHAR CHARACTER SET utf8mb4)))
                 + (SELECT COUNT(*) FROM task_queue q WHERE NOT EXISTS
                     (SELECT * FROM effect e WHERE e.queue = 'task_queue' AND e.row_id = CAST(q.id AS CHAR CHARACTER SET utf8mb4)))
            """;

    public static final String ROWS_WITH_TWO_EFFECTS =
            "SELECT COUNT(*) FROM (SELECT 1 FROM effect GROUP BY queue, row_id HAVING COUNT(*) > 1) twice";

    public static final String CLAIMS_WITH_TWO_EFFECTS =
            "SELECT COUNT(*) FROM (SELECT 1 FROM effect GROUP BY queue, row_id, claim HAVING COUNT(*) > 1) twice";

    public static final String JOB_QUEUE_TRIED_AGAIN = "SELECT COUNT(*) FROM job_queue WHERE attempts > 0";
}
