package dev.rowlock.binlog.internal.event;

import com.github.shyiko.mysql.binlog.io.ByteArrayInputStream;
import java.io.IOException;

/** The numbers of column types in the binary log, and how many bytes of metadata each has in a table's description. */
final class ColumnCode {
    static final int FLOAT = 4;
    static final int DOUBLE = 5;
    static final int VARCHAR = 15;
    static final int BIT = 16;
    static final int TIMESTAMP_2 = 17;
    static final int DATETIME_2 = 18;
    static final int TIME_2 = 19;
    /** MariaDB: a column with the attribute COMPRESSED. */
    static final int MARIADB_BLOB_COMPRESSED = 140;

    static final int MARIADB_VARCHAR_COMPRESSED = 141;
    /** MySQL 9. */
    static final int VECTOR = 242;

    static final int JSON = 245;
    static final int NEW_DECIMAL = 246;
    static final int ENUM = 247;
    static final int SET = 248;
    static final int BLOB = 252;
    static final int VAR_STRING = 253;
    static final int STRING = 254;
    static final int GEOMETRY = 255;

    private ColumnCode() {}

    static int metadata(int type, ByteArrayInputStream in) throws IOException {
        return switch (type) {
            case FLOAT,
                    DOUBLE,
                    BLOB,
                    MARIADB_BLOB_COMPRESSED,
                    VECTOR,
                    JSON,
                    GEOMETRY,
                    TIMESTAMP_2,
                    DATETIME_2,
                    TIME_2 -> in.readInteger(1);
            case VARCHAR, MARIADB_VARCHAR_COMPRESSED, BIT, NEW_DECIMAL, VAR_STRING -> in.readInteger(2);
            case STRING, ENUM, SET -> in.readInteger(1) << 8 | in.readInteger(1);
            default -> 0;
        };
    }
}
