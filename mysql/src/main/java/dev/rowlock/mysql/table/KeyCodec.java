package dev.rowlock.mysql.table;

import dev.rowlock.mysql.ConfigurationException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;

/** Moves a table's key between rows, statements and text. Values stay as the server gave them; nothing is compared here. Immutable. */
public final class KeyCodec {
    private static final Pattern UUID_TEXT = Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

    private final List<Column> key;

    public KeyCodec(List<Column> key) {
        this.key = List.copyOf(key);
    }

    /**
     * Whether values of this type survive the way to the client and back unchanged, and compare in the order of their index. An ENUM does
     * not: its index is in the order of its numbers, a comparison in that of its texts.
     */
    public static boolean supports(Column column) {
        return column.isWhole()
                || column.type().equals("decimal")
                || (column.isText() && !column.isEnum())
                || column.isBytes()
                || column.isTemporal();
    }

    public int width() {
        return key.size();
    }

    /** Reads the key from the row's columns that start at the given position. */
    public RowKey read(ResultSet row, int from) throws SQLException {
        List<Object> parts = new ArrayList<>(key.size());
        for (int at = 0; at < key.size(); at++) {
            Column column = key.get(at);
            int position = from + at;
            if (column.isWhole() && !(column.isUnsigned() && column.type().equals("bigint"))) {
                parts.add(row.getLong(position));
            } else if (column.isWhole()) {
                parts.add(row.getBigDecimal(position).toBigInteger());
            } else if (column.type().equals("decimal")) {
                parts.add(row.getBigDecimal(position));
            } else if (column.isBytes()) {
                parts.add(row.getBytes(position));
            } else {
                parts.add(row.getString(position));
            }
        }
        return new RowKey(parts);
    }

    /** The key with each value of the type its column wants, such as the bytes of a UUID for a BINARY(16). */
    public RowKey fit(RowKey given) {
        if (given.parts().size() != key.size()) {
            throw new ConfigurationException("the key " + given + " has "
                    + given.parts().size() + " values, but the table's key has " + key.size() + ": "
                    + key.stream().map(column -> column.name().name()).toList());
        }
        List<Object> parts = new ArrayList<>(key.size());
        for (int at = 0; at < key.size(); at++) {
            parts.add(fit(key.get(at), given.parts().get(at)));
        }
        return new RowKey(parts);
    }

    /**
     * A value of another type than its column's would be compared row by row: {@code code = 5} on a VARCHAR column reads, and locks, the
     * whole table, and finds '5', '05' and '5a' alike.
     */
    private static Object fit(Column column, Object part) {
        if (part instanceof ByteBuffer) {
            if (!column.isBytes()) {
                throw new ConfigurationException(
                        "the key value of column " + column.name() + " " + column.fullType() + " must not be bytes");
            }
            return part;
        }
        String text = part instanceof BigDecimal number ? number.toPlainString() : part.toString();
        return fromText(column, text);
    }

    /** Reads a key as {@link RowKey#toString} writes it. A key of one column is taken whole, commas and all. */
    public RowKey parse(String text) {
        List<String> parts = key.size() == 1 ? List.of(text) : List.of(text.split(",", -1));
        return fit(new RowKey(List.copyOf(parts)));
    }

    private static Object fromText(Column column, String text) {
        if (column.isWhole() || column.type().equals("decimal")) {
            try {
                BigDecimal number = new BigDecimal(text.strip());
                return column.isWhole() ? (Object) whole(column, number) : number;
            } catch (NumberFormatException | ArithmeticException e) {
                throw new ConfigurationException(
                        "the key value '" + text + "' is not a number that fits column " + column.name() + " "
                                + column.fullType(),
                        e);
            }
        }
        if (column.isBytes()) {
            return ByteBuffer.wrap(bytes(column, text)).asReadOnlyBuffer();
        }
        return text;
    }

    /** Statements cast to the unsigned type, which would make another key of a number outside its range. */
    private static BigInteger whole(Column column, BigDecimal number) {
        BigInteger whole = number.toBigIntegerExact();
        if (column.isUnsigned() && (whole.signum() < 0 || whole.bitLength() > Long.SIZE)) {
            throw new ArithmeticException("out of range");
        }
        return whole;
    }

    private static byte[] bytes(Column column, String text) {
        String hex = UUID_TEXT.matcher(text).matches()
                ? text.replace("-", "")
                : text.startsWith("0x") ? text.substring(2) : "?";
        try {
            return HexFormat.of().parseHex(hex);
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(
                    "the key value '" + text + "' of column " + column.name() + " " + column.fullType()
                            + " has to be written as 0x and hexadecimal digits, or as a UUID",
                    e);
        }
    }

    /** Whether the column has to be asked for as text, because drivers would convert it through a time zone. */
    public static boolean asText(Column column) {
        return column.isTemporal();
    }
}
