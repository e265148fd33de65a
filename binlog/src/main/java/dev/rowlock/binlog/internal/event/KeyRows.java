package dev.rowlock.binlog.internal.event;

import com.github.shyiko.mysql.binlog.event.EventData;
import com.github.shyiko.mysql.binlog.event.deserialization.AbstractRowsEventDataDeserializer;
import com.github.shyiko.mysql.binlog.event.deserialization.ColumnType;
import com.github.shyiko.mysql.binlog.io.ByteArrayInputStream;
import dev.rowlock.binlog.ChangeKind;
import java.io.IOException;
import java.io.Serializable;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the key columns out of an event of rows and passes over the others. The library reads the values; text, bytes and times are left as the
 * log has them, since the library would decode them by the JVM's character set and time zone. Used by one thread.
 */
final class KeyRows extends AbstractRowsEventDataDeserializer<EventData> {
    /** Told of each row. */
    interface Sink {
        /**
         * One row. A value is {@code null} when the event does not have it.
         *
         * @param before the key's values before the change; null for an INSERT
         * @param after the key's values after the change, as far as the event repeats them; null for a DELETE
         */
        void row(
                ChangeKind kind, @Nullable Serializable @Nullable [] before, @Nullable Serializable @Nullable [] after);
    }

    KeyRows() {
        super(Map.of());
    }

    @Override
    public EventData deserialize(ByteArrayInputStream in) {
        throw new UnsupportedOperationException("rows are read with their table");
    }

    /** @param key positions of the key's columns */
    void read(RowsEvent event, TableMap table, List<Integer> key, byte[] body, Sink sink) throws IOException {
        ByteArrayInputStream in = block(body, 8);
        if (event.header() == RowsEvent.Header.FLAGS_AND_EXTRA) {
            int extra = in.readInteger(2);
            in.skipNBytes(extra - 2L);
        }
        int columns = in.readPackedInteger();
        if (columns != table.columns()) {
            throw new IOException("rows of " + columns + " columns for a table of " + table.columns());
        }
        boolean hasBefore = event.kind() != ChangeKind.INSERT;
        boolean hasAfter = event.kind() != ChangeKind.DELETE;
        BitSet before = hasBefore ? in.readBitSet(columns, true) : new BitSet();
        BitSet after = hasAfter ? in.readBitSet(columns, true) : new BitSet();
        if (event.rows() == RowsEvent.Rows.COMPRESSED) {
            in = block(MariaDbCompression.decompress(body, body.length - in.available()), 0);
        }
        while (in.available() > 0) {
            @Nullable Serializable[] old = hasBefore ? row(table, before, key, in) : null;
            if (event.rows() == RowsEvent.Rows.PARTIAL_JSON) {
                passOverPartialBits(table, in);
            }
            sink.row(event.kind(), old, hasAfter ? row(table, after, key, in) : null);
        }
    }

    private static ByteArrayInputStream block(byte[] bytes, int from) throws IOException {
        ByteArrayInputStream in = new ByteArrayInputStream(bytes);
        in.enterBlock(bytes.length);
        in.skipNBytes(from);
        return in;
    }

    /** Which JSON columns hold a difference; it is written with a length as the whole value is, so it is passed over alike. */
    private static void passOverPartialBits(TableMap table, ByteArrayInputStream in) throws IOException {
        int options = in.readPackedInteger();
        if ((options & 1) != 0) {
            long json = java.util.Arrays.stream(table.types())
                    .filter(type -> type == ColumnCode.JSON)
                    .count();
            in.skipNBytes((json + 7) / 8);
        }
    }

    private @Nullable Serializable[] row(TableMap table, BitSet included, List<Integer> key, ByteArrayInputStream in)
            throws IOException {
        @Nullable Serializable[] values = new Serializable[key.size()];
        BitSet nulls = in.readBitSet(included.cardinality(), true);
        int index = 0;
        for (int column = 0; column < table.columns(); column++) {
            if (!included.get(column)) {
                continue;
            }
            if (!nulls.get(index)) {
                Serializable value = cell(table.types()[column], table.metadata()[column], in);
                int part = key.indexOf(column);
                if (part >= 0) {
                    values[part] = value;
                }
            }
            index++;
        }
        return values;
    }

    private Serializable cell(int type, int meta, ByteArrayInputStream in) throws IOException {
        return switch (type) {
            case ColumnCode.STRING -> fixed(meta, in);
            case ColumnCode.VECTOR, ColumnCode.MARIADB_BLOB_COMPRESSED -> in.read(in.readInteger(meta));
            case ColumnCode.MARIADB_VARCHAR_COMPRESSED -> deserializeVarString(meta, in);
            default -> {
                ColumnType known = ColumnType.byCode(type);
                if (known == null) {
                    throw new IOException("a column of a type that is not known: " + type);
                }
                yield deserializeCell(known, meta, 0, in);
            }
        };
    }

    /** CHAR, BINARY, ENUM and SET share a type; the first byte of the metadata tells, and lends two bits to long lengths. */
    private Serializable fixed(int meta, ByteArrayInputStream in) throws IOException {
        int real = meta >> 8;
        int length = meta & 0xFF;
        if (real == 0) {
            return deserializeString(length, in);
        }
        if ((real & 0x30) != 0x30) {
            length |= ((real & 0x30) ^ 0x30) << 4;
            real |= 0x30;
        }
        return switch (real) {
            case ColumnCode.ENUM -> in.readInteger(length);
            case ColumnCode.SET -> in.readLong(length);
            default -> deserializeString(length, in);
        };
    }

    @Override
    protected Serializable deserializeString(int length, ByteArrayInputStream in) throws IOException {
        return in.read(length < 256 ? in.readInteger(1) : in.readInteger(2));
    }

    @Override
    protected Serializable deserializeVarString(int meta, ByteArrayInputStream in) throws IOException {
        return in.read(meta < 256 ? in.readInteger(1) : in.readInteger(2));
    }

    @Override
    protected Serializable deserializeDate(ByteArrayInputStream in) throws IOException {
        int value = in.readInteger(3);
        return date(value >> 9, value >> 5 & 15, value & 31);
    }

    @Override
    protected Serializable deserializeDatetimeV2(int meta, ByteArrayInputStream in) throws IOException {
        long value = 0;
        for (byte b : in.read(5)) {
            value = value << 8 | (b & 0xFF);
        }
        int micros = deserializeFractionalSeconds(meta, in);
        long yearMonth = value >> 22 & 0x1_FFFF;
        String second = date(yearMonth / 13, yearMonth % 13, value >> 17 & 31)
                + String.format(Locale.ROOT, " %02d:%02d:%02d", value >> 12 & 31, value >> 6 & 63, value & 63);
        return meta == 0
                ? second
                : second + "." + String.format(Locale.ROOT, "%06d", micros).substring(0, meta);
    }

    private static String date(long year, long month, long day) {
        return String.format(Locale.ROOT, "%04d-%02d-%02d", year, month, day);
    }
}
