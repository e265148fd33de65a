package dev.rowlock.batch.internal;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A UUID about halfway between two others in the order of MariaDB's type UUID: random and time-based ones of old come in the order of their
 * last twelve digits, those of version 6 and later in the order of their first. Only a guess (see {@link Midpoint}). Pure.
 *
 * @see <a href="https://mariadb.com/kb/en/uuid-data-type/">UUID data type</a>
 */
final class UuidMidpoint {
    private static final int VERSION_AT = 14;
    private static final int NODE_AT = 24;
    private static final int LENGTH = 36;

    private UuidMidpoint() {}

    /** {@code null} when they are not of one kind, or too near to each other. */
    static @Nullable Object between(String low, String high) {
        if (low.length() != LENGTH || high.length() != LENGTH || isOrderedByTime(low) != isOrderedByTime(high)) {
            return null;
        }
        if (isOrderedByTime(low)) {
            String half = half(first(low), first(high));
            return half == null ? null : half.substring(0, 8) + "-" + half.substring(8) + low.substring(VERSION_AT - 1);
        }
        String half = half(low.substring(NODE_AT), high.substring(NODE_AT));
        return half == null ? null : low.substring(0, NODE_AT) + half;
    }

    private static boolean isOrderedByTime(String uuid) {
        return Character.digit(uuid.charAt(VERSION_AT), 16) >= 6;
    }

    private static String first(String uuid) {
        return uuid.substring(0, 8) + uuid.substring(9, VERSION_AT - 1);
    }

    private static @Nullable String half(String low, String high) {
        long from = Long.parseLong(low, 16);
        long half = (from + Long.parseLong(high, 16)) / 2;
        return half <= from ? null : String.format(Locale.ROOT, "%012x", half);
    }
}
