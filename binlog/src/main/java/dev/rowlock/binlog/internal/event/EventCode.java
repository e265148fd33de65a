package dev.rowlock.binlog.internal.event;

/**
 * The numbers of event types that matter here.
 *
 * @see <a href="https://dev.mysql.com/doc/dev/mysql-server/latest/namespacemysql_1_1binlog_1_1event.html">Types of MySQL</a>
 * @see <a href="https://mariadb.com/kb/en/2-binlog-event-header/">Types of MariaDB</a>
 */
final class EventCode {
    static final int QUERY = 2;
    static final int STOP = 3;
    static final int ROTATE = 4;
    static final int FORMAT_DESCRIPTION = 15;
    static final int XID = 16;
    static final int TABLE_MAP = 19;
    static final int WRITE_ROWS_V1 = 23;
    static final int UPDATE_ROWS_V1 = 24;
    static final int DELETE_ROWS_V1 = 25;
    static final int INCIDENT = 26;
    static final int HEARTBEAT = 27;
    static final int ROWS_QUERY = 29;
    static final int WRITE_ROWS = 30;
    static final int UPDATE_ROWS = 31;
    static final int DELETE_ROWS = 32;
    static final int GTID = 33;
    static final int ANONYMOUS_GTID = 34;
    static final int XA_PREPARE = 38;
    static final int PARTIAL_UPDATE_ROWS = 39;
    static final int TRANSACTION_PAYLOAD = 40;
    /** The newest heartbeat of MySQL 8.0.26 and later. */
    static final int HEARTBEAT_2 = 41;
    /** A GTID with a tag, from MySQL 8.3 on. */
    static final int TAGGED_GTID = 42;

    static final int MARIADB_ANNOTATE_ROWS = 160;
    static final int MARIADB_GTID = 162;
    static final int MARIADB_START_ENCRYPTION = 164;
    static final int MARIADB_QUERY_COMPRESSED = 165;
    static final int MARIADB_WRITE_ROWS_V1_COMPRESSED = 166;
    static final int MARIADB_UPDATE_ROWS_V1_COMPRESSED = 167;
    static final int MARIADB_DELETE_ROWS_V1_COMPRESSED = 168;
    static final int MARIADB_WRITE_ROWS_COMPRESSED = 169;
    static final int MARIADB_UPDATE_ROWS_COMPRESSED = 170;
    static final int MARIADB_DELETE_ROWS_COMPRESSED = 171;

    /** In the header's flags: a reader that does not know the type may pass over the event. */
    static final int IGNORABLE = 0x80;

    private EventCode() {}

    /** Types that are known and say nothing about rows: intvar, rand, user_var, previous GTIDs, group replication's own, checkpoints. */
    static boolean isSilent(int type) {
        return switch (type) {
            case STOP, 5, 13, 14, 28, 35, 36, 37, 161, 163, MARIADB_START_ENCRYPTION -> true;
            default -> false;
        };
    }
}
