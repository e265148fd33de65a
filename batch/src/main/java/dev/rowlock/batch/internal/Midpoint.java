package dev.rowlock.batch.internal;

import dev.rowlock.mysql.table.Column;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A value about halfway between two of a key column, to ask the server which key comes next to it. It is a guess: which of two texts comes
 * first is for the column's collation to say, so nothing breaks when the guess lies outside. Pure.
 */
final class Midpoint {
    private static final String LOWER = "0123456789abcdefghijklmnopqrstuvwxyz";
    private static final String UPPER = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    private static final int DIGITS = 14;
    private static final DateTimeFormatter TIME = new DateTimeFormatterBuilder()
            .appendPattern("uuuu-MM-dd[ HH:mm:ss]")
            .appendFraction(ChronoField.MICRO_OF_SECOND, 0, 6, true)
            .parseDefaulting(ChronoField.HOUR_OF_DAY, 0)
            .toFormatter(Locale.ROOT);

    private Midpoint() {}

    /** Empty when there is none between them, or none can be made of such values. */
    static Optional<Object> between(Column column, Object low, Object high) {
        @Nullable
        Object middle = low instanceof ByteBuffer a && high instanceof ByteBuffer b
                ? bytes(a, b)
                : low instanceof String a && high instanceof String b
                        ? column.isTemporal() ? moment(column, a, b) : text(a, b)
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
        LocalDateTime from = LocalDateTime.from(TIME.parse(low));
        LocalDateTime to = LocalDateTime.from(TIME.parse(high));
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

    private static @Nullable Object text(String low, String high) {
        int same = 0;
        while (same < low.length() && same < high.length() && low.charAt(same) == high.charAt(same)) {
            same++;
        }
        String a = low.substring(same);
        String b = high.substring(same);
        String tail = isPlain(a) && isPlain(b) ? plain(a, b) : codePoints(a, b);
        return tail == null ? null : low.substring(0, same) + tail;
    }

    private static boolean isPlain(String text) {
        return text.chars().allMatch(c -> c < 128);
    }

    /** As numbers whose digits are the letters and figures, which every collation has in this order. */
    private static @Nullable String plain(String low, String high) {
        String digits = (low + high).chars().anyMatch(Character::isUpperCase) ? UPPER : LOWER;
        BigInteger base = BigInteger.valueOf(digits.length());
        BigInteger from = digits(low, digits);
        BigInteger to = digits(high, digits);
        BigInteger half = from.add(to).shiftRight(1);
        if (half.compareTo(from) <= 0) {
            return null;
        }
        StringBuilder text = new StringBuilder();
        for (int at = 0; at < DIGITS; at++) {
            BigInteger[] split = half.divideAndRemainder(base);
            text.insert(0, digits.charAt(split[1].intValue()));
            half = split[0];
        }
        int end = text.length();
        while (end > 1 && text.charAt(end - 1) == '0') {
            end--;
        }
        return text.substring(0, end);
    }

    private static BigInteger digits(String text, String digits) {
        BigInteger number = BigInteger.ZERO;
        BigInteger base = BigInteger.valueOf(digits.length());
        for (int at = 0; at < DIGITS; at++) {
            int digit = 0;
            if (at < text.length()) {
                char c = text.charAt(at);
                digit = digits.indexOf(digits.equals(UPPER) ? Character.toUpperCase(c) : Character.toLowerCase(c));
                if (digit < 0) {
                    digit = c < '0' || c == '_' ? 0 : digits.length() - 1;
                }
            }
            number = number.multiply(base).add(BigInteger.valueOf(digit));
        }
        return number;
    }

    private static @Nullable String codePoints(String low, String high) {
        int from = low.isEmpty() ? 0x20 : low.codePointAt(0);
        int to = high.isEmpty() ? 0x20 : high.codePointAt(0);
        int half = (from + to) / 2;
        if (half == from || (half >= Character.MIN_SURROGATE && half <= Character.MAX_SURROGATE) || half < 0x20) {
            return null;
        }
        return Character.toString(half);
    }
}
