package dev.rowlock.batch.internal;

import dev.rowlock.mysql.table.Column;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A value about halfway between two of a key column, to ask the server which key comes next to it. It is a guess: which of two texts comes
 * first is for the column's collation to say, so nothing breaks when the guess lies outside. Pure.
 */
final class Midpoint {
    private static final DateTimeFormatter TIME = new DateTimeFormatterBuilder()
            .appendPattern("uuuu-MM-dd[ HH:mm:ss]")
            .appendFraction(ChronoField.MICRO_OF_SECOND, 0, 6, true)
            .parseDefaulting(ChronoField.HOUR_OF_DAY, 0)
            .toFormatter(Locale.ROOT);

    private Midpoint() {}

    /** In which order the letters of a text are thought to be; none of it matters to other values. */
    enum Alphabet {
        /** Figures, then letters whatever their case: nearly every collation has them so. */
        WORDS,
        /** By code: binary collations have them so. */
        CODES
    }

    /** Those worth a try. */
    static List<Alphabet> alphabets(Column column) {
        return column.isText() && !column.type().equals("uuid")
                ? List.of(Alphabet.WORDS, Alphabet.CODES)
                : List.of(Alphabet.CODES);
    }

    /** Empty when there is none between them, or none can be made of such values. */
    static Optional<Object> between(Column column, Object low, Object high, Alphabet alphabet) {
        @Nullable
        Object middle = low instanceof ByteBuffer a && high instanceof ByteBuffer b
                ? bytes(a, b)
                : low instanceof String a && high instanceof String b
                        ? column.isTemporal()
                                ? moment(column, a, b)
                                : column.type().equals("uuid")
                                        ? UuidMidpoint.between(a, b)
                                        : TextMidpoint.between(a, b, alphabet)
                        : number(column, decimal(low), decimal(high));
        return middle == null || middle.equals(low) || middle.equals(high) ? Optional.empty() : Optional.of(middle);
    }

    private static BigDecimal decimal(Object value) {
        return value instanceof BigDecimal number ? number : BigDecimal.valueOf((Long) value);
    }

    private static @Nullable Object number(Column column, BigDecimal low, BigDecimal high) {
        BigDecimal half = low.add(high).divide(BigDecimal.valueOf(2));
        if (column.isWhole()) {
            BigDecimal whole = half.setScale(0, RoundingMode.CEILING);
            return whole.compareTo(high) >= 0 ? null : whole;
        }
        BigDecimal cut = half.setScale(Math.max(low.scale(), high.scale()), RoundingMode.CEILING);
        return cut.compareTo(high) >= 0 ? null : cut;
    }

    private static @Nullable Object moment(Column column, String low, String high) {
        if (column.type().equals("time")) {
            return null;
        }
        LocalDateTime from;
        LocalDateTime to;
        try {
            from = LocalDateTime.from(TIME.parse(low));
            to = LocalDateTime.from(TIME.parse(high));
        } catch (DateTimeException zero) {
            return null; // 0000-00-00 is a date to the server alone
        }
        LocalDateTime half = from.plus(Duration.between(from, to).dividedBy(2));
        return (column.type().equals("date")
                        ? DateTimeFormatter.ofPattern("uuuu-MM-dd", Locale.ROOT)
                        : DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS", Locale.ROOT))
                .format(half);
    }

    private static Object bytes(ByteBuffer low, ByteBuffer high) {
        int length = Math.max(low.remaining(), high.remaining());
        BigInteger sum = new BigInteger(1, padded(low, length)).add(new BigInteger(1, padded(high, length)));
        byte[] half = sum.shiftRight(1).toByteArray();
        byte[] middle = new byte[length];
        int copied = Math.min(half.length, length);
        System.arraycopy(half, half.length - copied, middle, length - copied, copied);
        return ByteBuffer.wrap(middle).asReadOnlyBuffer();
    }

    private static byte[] padded(ByteBuffer buffer, int length) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return Arrays.copyOf(bytes, length);
    }
}
