package dev.rowlock.batch.internal.sql;

/**
 * Statements on the user's table. What stands in braces is put in once, when a run is opened, except key lists, which are as long as the
 * chunk. Values are always parameters. All run at READ COMMITTED: under REPEATABLE READ a range UPDATE with a compare-and-set predicate
 * blocks online updates of rows that do not match (facts 5.2).
 *
 * <p>Every statement goes along the primary key, in its order, with the index named: skipping along a secondary index keeps the index lock
 * of each row it skipped (facts 1.2), and an IN list can flip to another index (facts 8).
 *
 * @see <a href="https://dev.mysql.com/doc/refman/8.4/en/innodb-locking-reads.html">Locking reads</a>
 */
public final class TargetStatements {
    private TargetStatements() {}

    /**
     * The columns of the primary key in its order. Parameters: schema and table, twice.
     * <p>Locks: none; reads the dictionary and no row. Asked a few times a second by each process.
     */
    public static final String TARGET_KEY = """
            SELECT c.COLUMN_NAME, c.COLUMN_TYPE, COALESCE(c.COLLATION_NAME, '')
              FROM information_schema.STATISTICS s
              JOIN information_schema.COLUMNS c ON c.COLUMN_NAME = s.COLUMN_NAME
             WHERE s.TABLE_SCHEMA = ? AND s.TABLE_NAME = ? AND s.INDEX_NAME = 'PRIMARY'
               AND c.TABLE_SCHEMA = ? AND c.TABLE_NAME = ?
             ORDER BY s.SEQ_IN_INDEX
            """;

    /** What the server computes columns from. Parameters: schema, table. Locks: none; reads the dictionary and no row. */
    public static final String TARGET_COMPUTED = """
            SELECT COLUMN_NAME, GENERATION_EXPRESSION
              FROM information_schema.COLUMNS
             WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ? AND GENERATION_EXPRESSION IS NOT NULL AND GENERATION_EXPRESSION <> ''
            """;

    /**
     * The next rows in key order, and whether each fulfils the predicate; where the key has text, with the collation that orders it.
     * <p>Locks: none, it is a consistent read. Index: PRIMARY, a range; rows touched: the limit. Online traffic feels nothing.
     */
    public static final String TARGET_SCAN = """
            SELECT {key_select}, ({predicate}) IS TRUE{key_collation}
              FROM {table} FORCE INDEX (PRIMARY)
             WHERE {range}
             ORDER BY {key_columns}
             LIMIT ?
            """;

    /**
     * Locks the rows between two keys that fulfil the predicate, passing over what others hold (facts 5.4). For chunks in which most rows match.
     * <p>Locks: exclusive on the primary-key record of each row returned; a row that does not match is let go at once; a held row is
     * passed over and leaves no lock behind. The limit is for rows that began to match since the look (C6). Index: PRIMARY, a range. Held until the chunk's commit, two statements later; an online write
     * to one of these rows waits that long.
     */
    public static final String TARGET_LOCK_RANGE = """
            SELECT {key_select}
              FROM {table} FORCE INDEX (PRIMARY)
             WHERE {range} AND ({predicate})
             ORDER BY {key_columns}
             LIMIT ?
               FOR UPDATE SKIP LOCKED
            """;

    /**
     * The same for single rows, where few of a range match: rows between them are not touched.
     * <p>Locks: as {@link #TARGET_LOCK_RANGE}, on the rows of the list alone.
     */
    public static final String TARGET_LOCK_KEYS = """
            SELECT {key_select}
              FROM {table} FORCE INDEX (PRIMARY)
             WHERE {keys} AND ({predicate})
             ORDER BY {key_columns}
               FOR UPDATE SKIP LOCKED
            """;

    /** Which of these rows fulfil the predicate in their committed version, whoever holds them. Locks: none. Index: PRIMARY. */
    public static final String TARGET_STILL =
            "SELECT {key_select} FROM {table} FORCE INDEX (PRIMARY) WHERE {keys} AND ({predicate})";

    /**
     * Changes locked rows, with the predicate repeated (C5).
     * <p>Locks: none on rows beyond those already locked; entries of the secondary indexes whose columns change. Index: PRIMARY.
     */
    public static final String TARGET_SET =
            "UPDATE {table} FORCE INDEX (PRIMARY) SET {assignments} WHERE {keys} AND ({predicate})";

    /**
     * Deletes locked rows, with the predicate repeated (C5). Locks: as {@link #TARGET_SET}, on all secondary indexes. Index: PRIMARY, which MySQL
     * keeps to by a hint (with FORCE INDEX in its multi-table form it may scan the whole table), and MariaDB by what stands behind {@code M!}.
     */
    public static final String TARGET_DELETE = "DELETE /*+ INDEX({hint_table} PRIMARY) */ /*M! {table} */ FROM {table}"
            + " /*M! FORCE INDEX (PRIMARY) */ WHERE {keys} AND ({predicate})";

    /** {@link #TARGET_DELETE} for a table in whose name a comment would end. */
    public static final String TARGET_DELETE_UNHINTED =
            "DELETE {table} FROM {table} FORCE INDEX (PRIMARY) WHERE {keys} AND ({predicate})";

    /**
     * Copies locked rows.
     * <p>Locks: the new rows of the archive; on the source none beyond those already locked, since it is a consistent read at READ
     * COMMITTED, of rows nobody else can change. Index: PRIMARY.
     */
    public static final String TARGET_ARCHIVE = """
            INSERT INTO {archive} ({columns})
            SELECT {columns} FROM {table} FORCE INDEX (PRIMARY) WHERE {keys} AND ({predicate})
            """;

    /**
     * Has the change that follows give up at once where it would wait for a lock: MariaDB only, which alone takes a wait of nothing. Goes before
     * {@link #TARGET_SET}, {@link #TARGET_DELETE} and {@link #TARGET_ARCHIVE}.
     */
    public static final String TARGET_AT_ONCE = "SET STATEMENT innodb_lock_wait_timeout = 0 FOR ";

    /**
     * The same after a second, before {@link #TARGET_ARCHIVE}: an archive with an AUTO_INCREMENT column is locked for as long as another statement inserts many
     * rows, which with no patience at all is error 1467.
     */
    public static final String TARGET_SOON = "SET STATEMENT innodb_lock_wait_timeout = 1 FOR ";

    /** The columns a handler gets, of the rows of a chunk. Locks: none. Index: PRIMARY. */
    public static final String TARGET_ROWS = """
            SELECT {key_select}{handled}
              FROM {table} FORCE INDEX (PRIMARY)
             WHERE {keys} AND ({predicate})
             ORDER BY {key_columns}
            """;

    /** The last key of the table. Locks: none. Index: PRIMARY, one row. */
    public static final String TARGET_LAST =
            "SELECT {key_select} FROM {table} FORCE INDEX (PRIMARY) ORDER BY {key_columns_descending} LIMIT 1";

    /** The first key of the table. Locks: none. Index: PRIMARY, one row. */
    public static final String TARGET_FIRST =
            "SELECT {key_select} FROM {table} FORCE INDEX (PRIMARY) ORDER BY {key_columns} LIMIT 1";

    /** The last key that begins with some values. Locks: none. Index: PRIMARY, one row. */
    public static final String TARGET_LAST_OF = """
            SELECT {key_select}
              FROM {table} FORCE INDEX (PRIMARY)
             WHERE {prefix}
             ORDER BY {key_columns_descending}
             LIMIT 1
            """;

    /** The first key that begins with some values. Locks: none. Index: PRIMARY, one row. */
    public static final String TARGET_FIRST_OF = """
            SELECT {key_select}
              FROM {table} FORCE INDEX (PRIMARY)
             WHERE {prefix}
             ORDER BY {key_columns}
             LIMIT 1
            """;

    /** Whether a key lies in a range. Locks: none. Index: PRIMARY, one row. */
    public static final String TARGET_INSIDE = "SELECT {key_select} FROM {table} FORCE INDEX (PRIMARY) WHERE {inside}";

    /** The first key at or after a point. Locks: none. Index: PRIMARY, one row. */
    public static final String TARGET_FROM = """
            SELECT {key_select}
              FROM {table} FORCE INDEX (PRIMARY)
             WHERE {from}
             ORDER BY {key_columns}
             LIMIT 1
            """;

    /**
     * How many rows the server believes lie in a range: the {@code rows} of the plan. Locks: none. USE INDEX and not FORCE INDEX: where the index is
     * forced, MySQL does not look into it, and answers 1.
     */
    public static final String TARGET_ESTIMATE =
            "EXPLAIN FORMAT=TRADITIONAL SELECT 1 FROM {table} USE INDEX (PRIMARY) WHERE {range}";
}
