package dev.rowlock.diagnose.internal.sql;

/**
 * The statements of the collision probe. What stands in braces is put in once for a table. All are consistent reads: none locks a row or
 * waits for a lock, under any isolation level below SERIALIZABLE. Index: the primary key, each in a range of bounded length.
 */
public final class CollisionStatements {
    private CollisionStatements() {}

    /** Has the server read and resolve the predicate, without running it. Parameters: the predicate's. */
    public static final String COLLISION_EXPLAIN = """
            EXPLAIN SELECT {key_select} FROM {table} FORCE INDEX (PRIMARY) WHERE ({predicate}
            ) LIMIT 1
            """;

    /** About how many rows the table has, from InnoDB's statistics. Parameters: schema, table. */
    public static final String COLLISION_TABLE_ROWS =
            "SELECT TABLE_ROWS FROM information_schema.TABLES WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ?";

    /** The statistics as they are now and not a day old. MySQL only. */
    public static final String COLLISION_FRESH_STATISTICS = "SET SESSION information_schema_stats_expiry = 0";

    public static final String COLLISION_USUAL_STATISTICS = "SET SESSION information_schema_stats_expiry = DEFAULT";

    /** The table's first key. Rows: 1. */
    public static final String COLLISION_FIRST_KEY =
            "SELECT {key_select} FROM {table} FORCE INDEX (PRIMARY) ORDER BY {key_columns} LIMIT 1";

    /** The first key behind a bound. Rows: 1. Parameters: the bound. */
    public static final String COLLISION_NEXT_KEY = """
            SELECT {key_select} FROM {table} FORCE INDEX (PRIMARY) WHERE {after} ORDER BY {key_columns} LIMIT 1
            """;

    /** The last key. Rows: 1. */
    public static final String COLLISION_LAST_KEY =
            "SELECT {key_select} FROM {table} FORCE INDEX (PRIMARY) ORDER BY {key_columns_descending} LIMIT 1";

    /** Where a chunk ends. Rows read: the chunk's. Parameters: the chunk's first key, its rows less one. */
    public static final String COLLISION_CHUNK_END = """
            SELECT {key_select} FROM {table} FORCE INDEX (PRIMARY) WHERE {from} ORDER BY {key_columns} LIMIT 1 OFFSET ?
            """;

    /** Rows of a chunk that the batch would touch. Parameters: first key, last key, the predicate's. */
    public static final String COLLISION_CHUNK_COUNT = """
            SELECT COUNT(*) FROM {table} FORCE INDEX (PRIMARY) WHERE {from} AND {up_to} AND ({predicate}
            )
            """;

    /**
     * Some of the rows of a chunk that the batch would touch, chosen by their key alone, with the value of their time column. Parameters: first
     * key, last key, the predicate's, one in how many.
     */
    public static final String COLLISION_CHUNK_SAMPLE = """
            SELECT {key_select}, CAST({time} AS CHAR) FROM {table} FORCE INDEX (PRIMARY) WHERE {from} AND {up_to} AND ({predicate}
            ) AND CRC32(CONCAT_WS(',', {key_columns})) % ? = 0
            """;

    /**
     * A window of a whole-number key: its rows, those the batch would touch, and the last key it got to. Parameters: the predicate's, first
     * number, number after the last, rows at most.
     */
    public static final String COLLISION_WINDOW_COUNT = """
            SELECT COUNT(*), COALESCE(SUM(rowlock_match), 0), MAX(rowlock_key)
              FROM (SELECT {key_columns} AS rowlock_key, ({predicate}
                    ) IS TRUE AS rowlock_match
                      FROM {table} FORCE INDEX (PRIMARY)
                     WHERE {key_columns} >= {number} AND {key_columns} < {number} ORDER BY {key_columns} LIMIT ?) AS rowlock_window
            """;

    /** Those of some keys whose rows the batch would touch. Parameters: keys, the predicate's. */
    public static final String COLLISION_MATCHING = """
            SELECT {key_select} FROM {table} FORCE INDEX (PRIMARY) WHERE {keys} AND ({predicate}
            )
            """;

    /** The time column of some rows. Parameters: keys. */
    public static final String COLLISION_TIMES = """
            SELECT {key_select}, CAST({time} AS CHAR) FROM {table} FORCE INDEX (PRIMARY) WHERE {keys}
            """;

    /** Some keys in the order of the primary key. Parameters: keys. */
    public static final String COLLISION_ORDERED = """
            SELECT {key_select} FROM {table} FORCE INDEX (PRIMARY) WHERE {keys} ORDER BY {key_columns}
            """;

    /** The snapshot to come sees what was committed when it is opened, not when it is first read. */
    public static final String COLLISION_SNAPSHOT_LEVEL = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ";

    public static final String COLLISION_SNAPSHOT = "START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY";

    public static final String COLLISION_SNAPSHOT_END = "ROLLBACK";

    /** What ends a statement that runs for too long, and what it is now. MySQL: milliseconds. MariaDB: seconds. */
    public static final String COLLISION_TIME_LIMIT_MYSQL = "SELECT @@SESSION.max_execution_time";

    public static final String COLLISION_SET_TIME_LIMIT_MYSQL = "SET SESSION max_execution_time = ";
    public static final String COLLISION_TIME_LIMIT_MARIADB = "SELECT @@SESSION.max_statement_time";
    public static final String COLLISION_SET_TIME_LIMIT_MARIADB = "SET SESSION max_statement_time = ";
}
