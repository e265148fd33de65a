package dev.rowlock.diagnose.internal.report;

import dev.rowlock.diagnose.Stamp;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * A time at the beginning of a line, in one of the forms of twenty years of servers: {@code 111212 22:52:42}, {@code 070913  1:14:21},
 * {@code 2014-12-23 15:47:11}, {@code 2026-11-30T07:38:07.094735Z}, {@code 2020-12-16T16:28:12.888779+08:00}.
 *
 * @param end the position behind it
 */
record StampText(Stamp stamp, int end) {
    static @Nullable StampText at(String text, int from, int limit) {
        Digits digits = new Digits(text, from, limit);
        int head = digits.upTo(6);
        int year;
        int month;
        int day;
        if (digits.length() == 6) {
            year = 2000 + head / 10000;
            month = head / 100 % 100;
            day = head % 100;
        } else if (digits.length() == 4 && digits.skip('-')) {
            year = head;
            month = digits.exactly(2);
            if (!digits.skip('-')) {
                return null;
            }
            day = digits.exactly(2);
        } else {
            return null;
        }
        if (!digits.skip(' ') && !digits.skip('T')) {
            return null;
        }
        digits.skip(' ');
        int hour = digits.upTo(2);
        if (digits.length() == 0 || !digits.skip(':')) {
            return null;
        }
        int minute = digits.exactly(2);
        if (!digits.skip(':')) {
            return null;
        }
        int second = digits.exactly(2);
        int nanos = digits.skip('.') ? digits.fraction() : 0;
        if (digits.failed()) {
            return null;
        }
        return build(digits, year, month, day, hour, minute, second, nanos);
    }

    private static @Nullable StampText build(
            Digits digits, int year, int month, int day, int hour, int minute, int second, int nanos) {
        try {
            LocalDateTime time = LocalDateTime.of(year, month, day, hour, minute, second, nanos);
            ZoneOffset offset = zone(digits);
            return new StampText(new Stamp(time, offset), digits.position());
        } catch (DateTimeException notATime) {
            return null;
        }
    }

    private static @Nullable ZoneOffset zone(Digits digits) {
        if (digits.skip('Z')) {
            return ZoneOffset.UTC;
        }
        int sign = digits.skip('+') ? 1 : digits.skip('-') ? -1 : 0;
        if (sign == 0) {
            return null;
        }
        int hours = digits.exactly(2);
        digits.skip(':');
        int minutes = digits.exactly(2);
        return digits.failed() ? null : ZoneOffset.ofHoursMinutes(sign * hours, sign * minutes);
    }

    /** Reads digits from left to right and remembers whether something was amiss. */
    private static final class Digits {
        private final String text;
        private final int limit;
        private int position;
        private int length;
        private boolean failed;

        Digits(String text, int from, int limit) {
            this.text = text;
            this.position = from;
            this.limit = limit;
        }

        int upTo(int most) {
            int value = 0;
            length = 0;
            while (length < most && position < limit && isDigit(text.charAt(position))) {
                value = value * 10 + text.charAt(position) - '0';
                position++;
                length++;
            }
            return value;
        }

        int exactly(int count) {
            int value = upTo(count);
            failed |= length != count;
            return value;
        }

        int fraction() {
            int value = upTo(9);
            failed |= length == 0;
            for (int i = length; i < 9; i++) {
                value *= 10;
            }
            return value;
        }

        boolean skip(char wanted) {
            boolean found = position < limit && text.charAt(position) == wanted;
            position += found ? 1 : 0;
            return found;
        }

        int length() {
            return length;
        }

        int position() {
            return position;
        }

        boolean failed() {
            return failed;
        }

        private static boolean isDigit(char c) {
            return c >= '0' && c <= '9';
        }
    }
}
