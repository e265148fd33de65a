package dev.rowlock.benchmarks.internal.sql;

/**
 * Tables of jobs in the layouts that were considered, and what a bare loop sends to each. Parameters have names: {@code :ids} is a list, and what
 * stands in {@code {row}} is repeated for each job. Every claim goes on from {@code :cursor} and passes over locked rows; all locks are exclusive
 * on primary-key records of the jobs named, and on their index entries where there is an index, until the commit.
 */
public final class LayoutStatements {
    private static final String COLUMNS = """
              token BIGINT NOT NULL DEFAULT 0,
              lease_until DATETIME(6) NOT NULL DEFAULT '1970-01-01 00:00:00',
              attempts INT NOT NULL DEFAULT 0,
              kind VARCHAR(100) NOT NULL,
            """;

    /** DDL. {@code {table}} is one of the names below. */
    public static final String TABLE_DROP = "DROP TABLE IF EXISTS {table}";

    // The layout that was chosen: the claim scans the primary key, the lease is written in place.

    public static final String KEY_CREATE =
            """
            CREATE TABLE layout_key (
              queue_id SMALLINT UNSIGNED NOT NULL, priority TINYINT UNSIGNED NOT NULL, id BINARY(16) NOT NULL,
            """ + COLUMNS + " payload MEDIUMBLOB NOT NULL, PRIMARY KEY (queue_id, priority, id)) ENGINE=InnoDB";

    public static final String KEY_INSERT =
            "INSERT INTO layout_key (queue_id, priority, id, kind, payload) VALUES {(1, 1, :id, 'noop', :payload)}";

    public static final String KEY_CLAIM = """
            SELECT id, payload FROM layout_key FORCE INDEX (PRIMARY)
             WHERE queue_id = 1 AND priority = 1 AND id > :cursor AND lease_until <= UTC_TIMESTAMP(6)
             ORDER BY id LIMIT :limit FOR UPDATE SKIP LOCKED
            """;

    public static final String KEY_TAKE = """
            UPDATE layout_key FORCE INDEX (PRIMARY)
               SET token = :token, lease_until = UTC_TIMESTAMP(6) + INTERVAL 30 SECOND
             WHERE queue_id = 1 AND priority = 1 AND id IN (:ids)
            """;

    public static final String KEY_LOCK = """
            SELECT id FROM layout_key FORCE INDEX (PRIMARY)
             WHERE queue_id = 1 AND priority = 1 AND token = :token AND id IN (:ids) AND lease_until > UTC_TIMESTAMP(6)
               FOR UPDATE SKIP LOCKED
            """;

    public static final String KEY_DELETE =
            "DELETE /*+ INDEX(layout_key PRIMARY) */ FROM layout_key WHERE queue_id = 1 AND priority = 1 AND id IN (:ids)";

    // The same with eight bytes for an id.

    public static final String LONG_CREATE =
            """
            CREATE TABLE layout_long (
              queue_id SMALLINT UNSIGNED NOT NULL, priority TINYINT UNSIGNED NOT NULL, id BIGINT NOT NULL,
            """ + COLUMNS + " payload MEDIUMBLOB NOT NULL, PRIMARY KEY (queue_id, priority, id)) ENGINE=InnoDB";

    public static final String LONG_INSERT = of(KEY_INSERT, "layout_long");
    public static final String LONG_CLAIM = of(KEY_CLAIM, "layout_long");
    public static final String LONG_TAKE = of(KEY_TAKE, "layout_long");
    public static final String LONG_DELETE = of(KEY_DELETE, "layout_long");

    // A status column and the index that finds ready jobs.

    public static final String STATUS_CREATE = """
            CREATE TABLE layout_status (
              id BINARY(16) NOT NULL,
              status TINYINT NOT NULL DEFAULT 0,
              available_at DATETIME(6) NOT NULL,
            """
            + COLUMNS
            + " payload MEDIUMBLOB NOT NULL, PRIMARY KEY (id), KEY ready (status, available_at, id)) ENGINE=InnoDB";

    public static final String STATUS_INSERT =
            "INSERT INTO layout_status (id, available_at, kind, payload) VALUES {(:id, UTC_TIMESTAMP(6), 'noop', :payload)}";

    public static final String STATUS_CLAIM = """
            SELECT id, payload, available_at FROM layout_status FORCE INDEX (ready)
             WHERE status = 0 AND available_at >= :time AND available_at <= UTC_TIMESTAMP(6)
             ORDER BY available_at, id LIMIT :limit FOR UPDATE SKIP LOCKED
            """;

    public static final String STATUS_TAKE = """
            UPDATE layout_status FORCE INDEX (PRIMARY)
               SET status = 1, token = :token, lease_until = UTC_TIMESTAMP(6) + INTERVAL 30 SECOND
             WHERE id IN (:ids)
            """;

    public static final String STATUS_DELETE =
            "DELETE /*+ INDEX(layout_status PRIMARY) */ FROM layout_status WHERE id IN (:ids)";

    // Jobs move from a table of ready ones to a table of claimed ones.

    public static final String READY_CREATE = of(KEY_CREATE, "layout_ready");
    public static final String CLAIMED_CREATE = of(KEY_CREATE, "layout_claimed");
    public static final String READY_INSERT = of(KEY_INSERT, "layout_ready");
    public static final String READY_CLAIM = """
            SELECT id, payload FROM layout_ready FORCE INDEX (PRIMARY)
             WHERE queue_id = 1 AND priority = 1 AND id > :cursor
             ORDER BY id LIMIT :limit FOR UPDATE SKIP LOCKED
            """;

    public static final String READY_MOVE = """
            INSERT INTO layout_claimed (queue_id, priority, id, token, lease_until, attempts, kind, payload)
            SELECT queue_id, priority, id, :token, UTC_TIMESTAMP(6) + INTERVAL 30 SECOND, attempts, kind, payload
              FROM layout_ready FORCE INDEX (PRIMARY) WHERE queue_id = 1 AND priority = 1 AND id IN (:ids)
            """;

    public static final String READY_DELETE = of(KEY_DELETE, "layout_ready");
    public static final String CLAIMED_DELETE = of(KEY_DELETE, "layout_claimed");

    // The payload in a table of its own.

    public static final String SLIM_CREATE = """
            CREATE TABLE layout_slim (
              queue_id SMALLINT UNSIGNED NOT NULL, priority TINYINT UNSIGNED NOT NULL, id BINARY(16) NOT NULL,
            """ + COLUMNS + " PRIMARY KEY (queue_id, priority, id)) ENGINE=InnoDB";

    public static final String BODY_CREATE =
            "CREATE TABLE layout_body (id BINARY(16) NOT NULL PRIMARY KEY, payload MEDIUMBLOB NOT NULL) ENGINE=InnoDB";

    public static final String SLIM_INSERT =
            "INSERT INTO layout_slim (queue_id, priority, id, kind) VALUES {(1, 1, :id, 'noop')}";

    public static final String BODY_INSERT = "INSERT INTO layout_body (id, payload) VALUES {(:id, :payload)}";
    public static final String SLIM_CLAIM = of(KEY_CLAIM, "layout_slim").replace("id, payload", "id");
    public static final String SLIM_TAKE = of(KEY_TAKE, "layout_slim");
    public static final String BODY_READ = "SELECT id, payload FROM layout_body WHERE id IN (:ids)";
    public static final String SLIM_DELETE = of(KEY_DELETE, "layout_slim");
    public static final String BODY_DELETE =
            "DELETE /*+ INDEX(layout_body PRIMARY) */ FROM layout_body WHERE id IN (:ids)";

    // A history of what is done.

    public static final String HISTORY_CREATE = """
            CREATE TABLE layout_history (
              id BINARY(16) NOT NULL, day DATE NOT NULL, attempts INT NOT NULL, kind VARCHAR(100) NOT NULL,
              finished_at DATETIME(6) NOT NULL, PRIMARY KEY (id, day)) ENGINE=InnoDB
            """;

    public static final String HISTORY_SELECT = """
            INSERT INTO layout_history (id, day, attempts, kind, finished_at)
            SELECT id, UTC_DATE(), attempts, kind, UTC_TIMESTAMP(6)
              FROM layout_key FORCE INDEX (PRIMARY)
             WHERE queue_id = 1 AND priority = 1 AND token = :token AND id IN (:ids) AND lease_until > UTC_TIMESTAMP(6)
               FOR UPDATE SKIP LOCKED
            """;

    public static final String HISTORY_VALUES = """
            INSERT INTO layout_history (id, day, attempts, kind, finished_at)
            VALUES {(:id, UTC_DATE(), 0, 'noop', UTC_TIMESTAMP(6))}
            """;

    /** Bytes written to the redo log since the server started. */
    public static final String REDO_BYTES =
            "SELECT VARIABLE_VALUE FROM performance_schema.global_status WHERE VARIABLE_NAME = 'Innodb_os_log_written'";

    private LayoutStatements() {}

    private static String of(String statement, String table) {
        return statement.replace("layout_key", table);
    }
}
