package dev.rowlock.binlog.internal.event;

import com.github.shyiko.mysql.binlog.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;

/**
 * Names the table of the rows that follow and the types of its columns. Read here and not by the library because that fails on types it does
 * not know, such as VECTOR.
 *
 * @param types a type for each column, as {@link ColumnCode} has them
 * @param metadata sizes and precisions, by type
 */
@SuppressWarnings("ArrayRecordComponent") // compared by sameColumns
record TableMap(long id, String schema, String table, int[] types, int[] metadata) {
    static TableMap read(byte[] body) throws IOException {
        ByteArrayInputStream in = new ByteArrayInputStream(body);
        long id = in.readLong(6);
        in.skipNBytes(3); // flags, length of the schema's name
        String schema = utf8(in);
        in.skipNBytes(1);
        String table = utf8(in);
        int columns = in.readPackedInteger();
        int[] types = new int[columns];
        for (int column = 0; column < columns; column++) {
            types[column] = in.read();
        }
        in.readPackedInteger(); // length of what follows
        int[] metadata = new int[columns];
        for (int column = 0; column < columns; column++) {
            metadata[column] = ColumnCode.metadata(types[column], in);
        }
        return new TableMap(id, schema, table, types, metadata);
    }

    private static String utf8(ByteArrayInputStream in) throws IOException {
        java.io.ByteArrayOutputStream name = new java.io.ByteArrayOutputStream();
        for (int b = in.read(); b != 0; b = in.read()) {
            name.write(b);
        }
        return name.toString(java.nio.charset.StandardCharsets.UTF_8);
    }

    boolean sameColumns(TableMap other) {
        return Arrays.equals(types, other.types) && Arrays.equals(metadata, other.metadata);
    }

    int columns() {
        return types.length;
    }
}
