package dev.rowlock.mysql.table;

import dev.rowlock.mysql.ConfigurationException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import java.util.StringJoiner;
import java.util.UUID;

/**
 * The primary key of one row: a value for each key column, in the key's order. Two keys are equal when the server returned the same
 * values; which key comes first, and whether text differs, is for the server's collation to say, never for Java (facts 5.8). Immutable.
 *
 * @param parts {@link Long}, {@link BigDecimal}, {@link String} or read-only {@link ByteBuffer}
 */
public record RowKey(List<Object> parts) {
    public RowKey {
        parts = parts.stream().map(RowKey::canonical).toList();
        if (parts.isEmpty()) {
            throw new ConfigurationException("a key needs at least one value");
        }
    }

    /** A key of whole numbers, decimals, text, bytes or UUIDs. */
    public static RowKey of(Object... parts) {
        return new RowKey(List.of(parts));
    }

    private static Object canonical(Object part) {
        if (part instanceof Integer || part instanceof Short || part instanceof Byte) {
            return ((Number) part).longValue();
        }
        if (part instanceof BigInteger whole) {
            return whole.bitLength() < Long.SIZE ? (Object) whole.longValue() : new BigDecimal(whole);
        }
        if (part instanceof byte[] bytes) {
            return ByteBuffer.wrap(bytes.clone()).asReadOnlyBuffer();
        }
        if (part instanceof ByteBuffer buffer) {
            return ByteBuffer.wrap(bytes(buffer)).asReadOnlyBuffer();
        }
        if (part instanceof UUID uuid) {
            return uuid.toString();
        }
        if (part instanceof Long || part instanceof BigDecimal || part instanceof String) {
            return part;
        }
        throw new ConfigurationException("a key value of " + part.getClass() + " is not supported");
    }

    /** The key for people and scripts: values joined by commas, bytes as {@code 0x...}. */
    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(",");
        for (Object part : parts) {
            text.add(
                    part instanceof ByteBuffer bytes ? "0x" + HexFormat.of().formatHex(bytes(bytes)) : part.toString());
        }
        return text.toString();
    }

    static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }
}
