package dev.rowlock.binlog.internal.event;

import dev.rowlock.mysql.table.Column;
import dev.rowlock.mysql.table.Index;
import dev.rowlock.mysql.table.RowKey;
import dev.rowlock.mysql.table.TableShape;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Makes keys of the values in the log, equal to those a SELECT returns. Immutable.
 *
 * @param positions where the key's columns stand in the table, from 0
 * @param key the columns, in the key's order
 * @param columns how many columns the table has
 */
public record KeyShape(List<Integer> positions, List<Column> key, int columns) {
    private static final BigInteger TWO_TO_64 = BigInteger.ONE.shiftLeft(Long.SIZE);

    /** A key that can be read, or why not. */
    public record Result(Optional<KeyShape> shape, String why) {}

    public static Result of(TableShape table) {
        Optional<Index> primary = table.primary();
        if (primary.isEmpty()) {
            return new Result(Optional.empty(), "it has no primary key");
        }
        List<Integer> positions = new ArrayList<>();
        List<Column> key = new ArrayList<>();
        for (String name : primary.get().columns()) {
            Column column = table.column(name).orElseThrow();
            if (!isReadable(column)) {
                return new Result(
                        Optional.empty(),
                        "the key column " + column.name() + " is of type " + column.fullType()
                                + (column.charsetOrNull() == null ? "" : " " + column.charsetOrNull())
                                + ", which the log writes in another way than a SELECT returns");
            }
            positions.add(table.columns().indexOf(column));
            key.add(column);
        }
        return new Result(
                Optional.of(new KeyShape(
                        List.copyOf(positions),
                        List.copyOf(key),
                        table.columns().size())),
                "");
    }

    /** TIMESTAMP is left out because what a SELECT returns depends on the session's time zone. */
    private static boolean isReadable(Column column) {
        return column.isWhole()
                || column.isBytes()
                || List.of("decimal", "date", "datetime").contains(column.type())
                || (column.charsetOrNull() != null
                        && !column.isEnum()
                        && Charsets.of(column.charsetOrNull()).isPresent());
    }

    /** Whether the table the log describes can be this one. Hidden columns of the server come after the visible ones. */
    boolean fits(TableMap map) {
        return map.columns() >= columns
                && java.util.stream.IntStream.range(0, key.size())
                        .allMatch(part -> fits(key.get(part), map.types()[positions.get(part)]));
    }

    private static boolean fits(Column column, int code) {
        return switch (column.type()) {
            case "tinyint" -> code == 1;
            case "smallint" -> code == 2;
            case "mediumint" -> code == 9;
            case "int", "integer" -> code == 3;
            case "bigint" -> code == 8;
            case "decimal" -> code == ColumnCode.NEW_DECIMAL;
            case "date" -> code == 10;
            case "datetime" -> code == ColumnCode.DATETIME_2;
            case "char", "binary" -> code == ColumnCode.STRING;
            case "varchar", "varbinary" -> code == ColumnCode.VARCHAR;
            default -> code == ColumnCode.BLOB;
        };
    }

    /** The key, or empty when the event does not have all of it. */
    Optional<RowKey> key(@Nullable Serializable[] values) {
        List<Object> parts = new ArrayList<>(key.size());
        for (int part = 0; part < key.size(); part++) {
            Serializable value = values[part];
            if (value == null) {
                return Optional.empty();
            }
            parts.add(part(key.get(part), value));
        }
        return Optional.of(new RowKey(parts));
    }

    private static Object part(Column column, Serializable value) {
        if (column.isWhole()) {
            return whole(column, ((Number) value).longValue());
        }
        if (value instanceof byte[] bytes) {
            if (column.isBytes()) {
                return column.type().equals("binary") ? padded(column, bytes) : bytes;
            }
            return new String(
                    bytes, Charsets.of(String.valueOf(column.charsetOrNull())).orElseThrow());
        }
        return value instanceof BigDecimal number ? number : value.toString();
    }

    /** The log does not say whether a number has a sign. */
    private static Object whole(Column column, long value) {
        if (!column.isUnsigned() || value >= 0) {
            return value;
        }
        return switch (column.type()) {
            case "tinyint" -> value & 0xFF;
            case "smallint" -> value & 0xFFFF;
            case "mediumint" -> value & 0xFF_FFFF;
            case "bigint" -> BigInteger.valueOf(value).add(TWO_TO_64);
            default -> value & 0xFFFF_FFFFL;
        };
    }

    /** The log leaves out the zero bytes at the end of a BINARY. */
    private static byte[] padded(Column column, byte[] bytes) {
        int length = (int) column.maxLength().orElse(bytes.length);
        return bytes.length >= length ? bytes : Arrays.copyOf(bytes, length);
    }
}
