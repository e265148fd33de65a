package dev.rowlock.mysql.internal.sql;

/** Statements that read how a table is made. None locks a row; each shows only what the account may see. */
public final class TableStatements {
    private TableStatements() {}

    /** One row when the table exists and the account has some right on it. Parameters: schema or NULL, table. */
    public static final String TABLE_KIND = """
            SELECT TABLE_SCHEMA, TABLE_TYPE, ENGINE
              FROM information_schema.TABLES
             WHERE TABLE_SCHEMA = COALESCE(?, DATABASE()) AND TABLE_NAME = ?
            """;

    /** The columns in their order. Parameters: schema or NULL, table. */
    public static final String TABLE_COLUMNS = """
            SELECT COLUMN_NAME, DATA_TYPE, COLUMN_TYPE, IS_NULLABLE, CHARACTER_MAXIMUM_LENGTH, CHARACTER_SET_NAME,
                   DATETIME_PRECISION, EXTRA
              FROM information_schema.COLUMNS
             WHERE TABLE_SCHEMA = COALESCE(?, DATABASE()) AND TABLE_NAME = ?
             ORDER BY ORDINAL_POSITION
            """;

    /**
     * The indexes, a row for each column of each. All columns are asked for because the two families differ in them: MySQL has
     * IS_VISIBLE and EXPRESSION, MariaDB has IGNORED. Parameters: schema or NULL, table.
     */
    public static final String TABLE_INDEXES = """
            SELECT *
              FROM information_schema.STATISTICS
             WHERE TABLE_SCHEMA = COALESCE(?, DATABASE()) AND TABLE_NAME = ?
             ORDER BY INDEX_NAME, SEQ_IN_INDEX
            """;
}
