package dev.rowlock.binlog.internal.event;

import static dev.rowlock.binlog.internal.event.EventCode.*;

import dev.rowlock.binlog.ChangeKind;

/** How an event of rows is laid out, by its type. */
record RowsEvent(ChangeKind kind, Header header, Rows rows) {
    /** What stands between the table's id and the columns. */
    enum Header {
        FLAGS,
        /** And a block of further information with its length. */
        FLAGS_AND_EXTRA
    }

    /** How the rows themselves are written. */
    enum Rows {
        PLAIN,
        /** MariaDB with {@code log_bin_compress}. */
        COMPRESSED,
        /** MySQL with {@code binlog_row_value_options=PARTIAL_JSON}: rows after an update hold differences. */
        PARTIAL_JSON
    }

    static boolean isRows(int type) {
        return (type >= WRITE_ROWS_V1 && type <= DELETE_ROWS_V1)
                || (type >= WRITE_ROWS && type <= DELETE_ROWS)
                || type == PARTIAL_UPDATE_ROWS
                || (type >= MARIADB_WRITE_ROWS_V1_COMPRESSED && type <= MARIADB_DELETE_ROWS_COMPRESSED);
    }

    static RowsEvent of(int type) {
        return switch (type) {
            case WRITE_ROWS_V1 -> new RowsEvent(ChangeKind.INSERT, Header.FLAGS, Rows.PLAIN);
            case UPDATE_ROWS_V1 -> new RowsEvent(ChangeKind.UPDATE, Header.FLAGS, Rows.PLAIN);
            case DELETE_ROWS_V1 -> new RowsEvent(ChangeKind.DELETE, Header.FLAGS, Rows.PLAIN);
            case WRITE_ROWS -> new RowsEvent(ChangeKind.INSERT, Header.FLAGS_AND_EXTRA, Rows.PLAIN);
            case UPDATE_ROWS -> new RowsEvent(ChangeKind.UPDATE, Header.FLAGS_AND_EXTRA, Rows.PLAIN);
            case DELETE_ROWS -> new RowsEvent(ChangeKind.DELETE, Header.FLAGS_AND_EXTRA, Rows.PLAIN);
            case PARTIAL_UPDATE_ROWS -> new RowsEvent(ChangeKind.UPDATE, Header.FLAGS_AND_EXTRA, Rows.PARTIAL_JSON);
            case MARIADB_WRITE_ROWS_V1_COMPRESSED -> new RowsEvent(ChangeKind.INSERT, Header.FLAGS, Rows.COMPRESSED);
            case MARIADB_UPDATE_ROWS_V1_COMPRESSED -> new RowsEvent(ChangeKind.UPDATE, Header.FLAGS, Rows.COMPRESSED);
            case MARIADB_DELETE_ROWS_V1_COMPRESSED -> new RowsEvent(ChangeKind.DELETE, Header.FLAGS, Rows.COMPRESSED);
            case MARIADB_WRITE_ROWS_COMPRESSED ->
                new RowsEvent(ChangeKind.INSERT, Header.FLAGS_AND_EXTRA, Rows.COMPRESSED);
            case MARIADB_UPDATE_ROWS_COMPRESSED ->
                new RowsEvent(ChangeKind.UPDATE, Header.FLAGS_AND_EXTRA, Rows.COMPRESSED);
            case MARIADB_DELETE_ROWS_COMPRESSED ->
                new RowsEvent(ChangeKind.DELETE, Header.FLAGS_AND_EXTRA, Rows.COMPRESSED);
            default -> throw new IllegalArgumentException("no event of rows: " + type);
        };
    }

    /** The first six bytes of the body. */
    static long tableId(byte[] body) {
        long id = 0;
        for (int at = 5; at >= 0; at--) {
            id = id << 8 | (body[at] & 0xFF);
        }
        return id;
    }
}
