package dev.rowlock.batch.internal.sql;

import java.util.List;

/**
 * The tables of the batch engine, in a schema of the user's choice ({@code {schema}}). None of the user's tables is changed (C6). Our own rows are
 * written by primary key; no statement walks over rows it does not take.
 *
 * <p>Whoever changes a table here raises the number in every comment, which is the tables' version (decision 27): tables of an older one are brought to this shape by
 * adding columns, so a new column has a default or may be NULL.
 */
public final class SchemaStatements {
    private SchemaStatements() {}

    /** A run: its plan, its state, the rate all workers together may reach, and the lease of the one process that paces it. */
    public static final String RUN_CREATE = """
            CREATE TABLE IF NOT EXISTS {schema}rowlock_batch_run (
              id BIGINT NOT NULL AUTO_INCREMENT,
              name VARCHAR(100) NOT NULL,
              target VARCHAR(140) NOT NULL,
              key_shape TEXT NOT NULL,
              plan MEDIUMTEXT NOT NULL,
              state VARCHAR(10) NOT NULL,
              reason VARCHAR(500) NOT NULL DEFAULT '',
              rate_setting VARCHAR(40) NOT NULL,
              rate DOUBLE NOT NULL,
              rate_reason VARCHAR(500) NOT NULL DEFAULT '',
              baseline TEXT NULL,
              chunk_micros BIGINT NULL,
              online_p99_nanos BIGINT NULL,
              baseline_p99_nanos BIGINT NULL,
              online_deadlocks BIGINT NOT NULL DEFAULT 0,
              batch_deadlocks BIGINT NOT NULL DEFAULT 0,
              estimate BIGINT NOT NULL DEFAULT 0,
              created_at DATETIME(6) NOT NULL,
              ended_at DATETIME(6) NULL,
              status VARCHAR(10) NOT NULL DEFAULT 'free',
              lease_until DATETIME(6) NULL,
              attempts INT NOT NULL DEFAULT 0,
              token BIGINT NOT NULL DEFAULT 0,
              owner VARCHAR(100) NULL,
              PRIMARY KEY (id),
              CHECK (state IN ('running', 'paused', 'stopped', 'done', 'cancelled'))
            ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin COMMENT='rowlock batch 2'
            """;

    /** A shard of a run: its part of the key space, its lease, its checkpoint and its counts. */
    public static final String SHARD_CREATE = """
            CREATE TABLE IF NOT EXISTS {schema}rowlock_batch_shard (
              run_id BIGINT NOT NULL,
              shard_no INT NOT NULL,
              key_after TEXT NULL,
              key_up_to TEXT NULL,
              phase VARCHAR(10) NOT NULL,
              key_cursor TEXT NULL,
              chunk BIGINT NOT NULL DEFAULT 0,
              ledger BIGINT NOT NULL DEFAULT 0,
              scanned BIGINT NOT NULL DEFAULT 0,
              matched BIGINT NOT NULL DEFAULT 0,
              changed BIGINT NOT NULL DEFAULT 0,
              changed_by_others BIGINT NOT NULL DEFAULT 0,
              failed BIGINT NOT NULL DEFAULT 0,
              scan_ended_at DATETIME(6) NULL,
              updated_at DATETIME(6) NOT NULL,
              status VARCHAR(10) NOT NULL,
              lease_until DATETIME(6) NULL,
              attempts INT NOT NULL DEFAULT 0,
              token BIGINT NOT NULL DEFAULT 0,
              owner VARCHAR(100) NULL,
              last_error VARCHAR(500) NULL,
              PRIMARY KEY (run_id, shard_no),
              CHECK (phase IN ('scan', 'revisit', 'done'))
            ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin COMMENT='rowlock batch 2'
            """;

    /** The ledger of rows that matched and could not be changed when the scan passed. */
    public static final String HELD_CREATE = """
            CREATE TABLE IF NOT EXISTS {schema}rowlock_batch_held (
              run_id BIGINT NOT NULL,
              shard_no INT NOT NULL,
              seq BIGINT NOT NULL,
              row_key TEXT NOT NULL,
              reason VARCHAR(10) NOT NULL,
              tries INT NOT NULL DEFAULT 0,
              due_at DATETIME(6) NULL,
              last_error VARCHAR(500) NULL,
              PRIMARY KEY (run_id, shard_no, seq),
              CHECK (reason IN ('held', 'recent', 'error'))
            ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin COMMENT='rowlock batch 2'
            """;

    /** A process that works on a run; only this process and the one that paces the run write its row, so that no row is hot (C4). */
    public static final String WORKER_CREATE = """
            CREATE TABLE IF NOT EXISTS {schema}rowlock_batch_worker (
              run_id BIGINT NOT NULL,
              worker VARCHAR(100) NOT NULL,
              rows_done BIGINT NOT NULL DEFAULT 0,
              rate_used DOUBLE NOT NULL DEFAULT 0,
              rate_wanted DOUBLE NOT NULL DEFAULT 0,
              connections TEXT NOT NULL,
              seen_at DATETIME(6) NOT NULL,
              allotted DOUBLE NOT NULL DEFAULT 0,
              allotted_at DATETIME(6) NULL,
              PRIMARY KEY (run_id, worker)
            ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin COMMENT='rowlock batch 2'
            """;

    /** What was decided, when and why. */
    public static final String EVENT_CREATE = """
            CREATE TABLE IF NOT EXISTS {schema}rowlock_batch_event (
              run_id BIGINT NOT NULL,
              id BIGINT NOT NULL AUTO_INCREMENT,
              at DATETIME(6) NOT NULL,
              kind VARCHAR(20) NOT NULL,
              reason VARCHAR(500) NOT NULL,
              rate DOUBLE NULL,
              PRIMARY KEY (run_id, id),
              KEY rowlock_batch_event_id (id)
            ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin COMMENT='rowlock batch 2'
            """;

    /** What the signals said, once a second while a run is paced. */
    public static final String SAMPLE_CREATE = """
            CREATE TABLE IF NOT EXISTS {schema}rowlock_batch_sample (
              run_id BIGINT NOT NULL,
              at DATETIME(6) NOT NULL,
              rate DOUBLE NOT NULL,
              used DOUBLE NOT NULL,
              readings TEXT NOT NULL,
              PRIMARY KEY (run_id, at)
            ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin COMMENT='rowlock batch 2'
            """;

    /** The knee of a table: how P99 went with the rate (C4). */
    public static final String KNEE_CREATE = """
            CREATE TABLE IF NOT EXISTS {schema}rowlock_batch_knee (
              target VARCHAR(140) NOT NULL,
              curve TEXT NOT NULL,
              updated_at DATETIME(6) NOT NULL,
              PRIMARY KEY (target)
            ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin COMMENT='rowlock batch 2'
            """;

    /** A row for each run's canary: a small write whose time tells how a server does that has no histogram. */
    public static final String CANARY_CREATE = """
            CREATE TABLE IF NOT EXISTS {schema}rowlock_batch_canary (
              id BIGINT NOT NULL,
              beats BIGINT NOT NULL,
              PRIMARY KEY (id)
            ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin COMMENT='rowlock batch 2'
            """;

    /** All of them, in order. */
    public static final List<String> ALL = List.of(
            RUN_CREATE,
            SHARD_CREATE,
            HELD_CREATE,
            WORKER_CREATE,
            EVENT_CREATE,
            SAMPLE_CREATE,
            KNEE_CREATE,
            CANARY_CREATE);

    /** Which of our tables exist, and their comments, which hold the version. Locks: none. Parameter: the schema or NULL. */
    public static final String SCHEMA_VERSIONS = """
            SELECT TABLE_SCHEMA, TABLE_NAME, TABLE_COMMENT
              FROM information_schema.TABLES
             WHERE TABLE_SCHEMA = COALESCE(?, DATABASE()) AND TABLE_NAME LIKE 'rowlock\\_batch\\_%'
            """;

    /** Their columns. Locks: none. Parameter: the schema or NULL. */
    public static final String SCHEMA_COLUMNS = """
            SELECT TABLE_NAME, COLUMN_NAME
              FROM information_schema.COLUMNS
             WHERE TABLE_SCHEMA = COALESCE(?, DATABASE()) AND TABLE_NAME LIKE 'rowlock\\_batch\\_%'
            """;

    /**
     * Brings a table of an older version to this one: {clauses} adds columns, or is nothing but the comment. DDL: commits what is open, and waits for transactions that
     * read the table; columns at the end are added without rewriting it.
     */
    public static final String SCHEMA_MEND = "ALTER TABLE {table} {clauses}";

    /** The runs that are not over. Locks: none. Reads the whole table, a row for each run, when tables of an older version are brought to this one. */
    public static final String SCHEMA_UNFINISHED =
            "SELECT id FROM {table} WHERE state IN ('running', 'paused', 'stopped') ORDER BY id LIMIT 20";

    /** What gives them up, for a message. Locks: these rows of ours. */
    public static final String SCHEMA_GIVE_UP =
            "UPDATE {table} SET state = 'cancelled' WHERE state IN ('running', 'paused', 'stopped')";

    /** What has them made anew by the next run, for a message. */
    public static final String SCHEMA_DROP = "DROP TABLE {tables}";
}
