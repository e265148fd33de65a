package dev.rowlock.diagnose.internal.report;

import dev.rowlock.diagnose.Stamp;
import org.jspecify.annotations.Nullable;

/**
 * What one line is.
 *
 * @param number the number in brackets; 0 where there is none
 * @param from where its own text begins, behind blanks and a log prefix
 * @param to where it ends
 * @param stamp the time it begins with
 */
record Line(
        LineKind kind,
        int number,
        int from,
        int to,
        @Nullable Stamp stamp) {
    private static final String BY_INNODB = "InnoDB: ";
    private static final String BY_INNODB_8 = "[InnoDB] ";
    private static final int LONGEST_PREFIX = 120;

    /** Looks at the text between two positions; takes time in proportion to its form, not to its length. */
    static Line at(String text, int start, int end) {
        int from = skipBlanks(text, start, end);
        if (from == end) {
            return new Line(LineKind.OTHER, 0, from, end, null);
        }
        char first = text.charAt(from);
        if (first >= '0' && first <= '9') {
            return stamped(text, from, end);
        }
        if (end - from > BY_INNODB.length() && text.startsWith(BY_INNODB, from)) {
            return plain(text, skipBlanks(text, from + BY_INNODB.length(), end), end, null);
        }
        return plain(text, from, end, null);
    }

    private static Line stamped(String text, int from, int end) {
        StampText stamp = StampText.at(text, from, end);
        if (stamp == null) {
            return new Line(LineKind.OTHER, 0, from, end, null);
        }
        int window = Math.min(end, stamp.end() + LONGEST_PREFIX);
        int rest = behind(text, stamp.end(), window, BY_INNODB_8);
        if (rest < 0) {
            rest = behind(text, stamp.end(), window, BY_INNODB);
        }
        if (rest >= 0) {
            Line line = plain(text, skipBlanks(text, rest, end), end, stamp.stamp());
            return line.kind == LineKind.OTHER && line.from < line.to ? line.as(LineKind.LOG) : line.orStamp();
        }
        if (find(text, stamp.end(), window, "[") >= 0) {
            return new Line(LineKind.LOG, 0, from, end, stamp.stamp());
        }
        Line glued = plain(text, skipBlanks(text, stamp.end(), end), end, stamp.stamp());
        return glued.kind == LineKind.OTHER && isThread(text, glued.from, end) ? glued.as(LineKind.STAMP) : glued;
    }

    private Line as(LineKind other) {
        return new Line(other, number, from, to, stamp);
    }

    private Line orStamp() {
        return kind == LineKind.OTHER ? as(LineKind.STAMP) : this;
    }

    private static Line plain(String text, int from, int end, @Nullable Stamp stamp) {
        if (from >= end) {
            return new Line(LineKind.OTHER, 0, from, end, stamp);
        }
        Heading heading = Heading.at(text, from, end);
        return new Line(heading.kind(), heading.number(), from, end, stamp);
    }

    /** The thread after a stamp: nothing, hexadecimal with or without {@code 0x}, or decimal. */
    private static boolean isThread(String text, int from, int end) {
        int i = text.startsWith("0x", from) ? from + 2 : from;
        while (i < end && Character.digit(text.charAt(i), 16) >= 0) {
            i++;
        }
        return i == end;
    }

    private static int behind(String text, int from, int to, String wanted) {
        int found = find(text, from, to, wanted);
        return found < 0 ? -1 : found + wanted.length();
    }

    private static int find(String text, int from, int to, String wanted) {
        for (int i = from; i + wanted.length() <= to; i++) {
            if (text.startsWith(wanted, i)) {
                return i;
            }
        }
        // A prefix that ends with the line has lost its last blank to the trimming.
        String stripped = wanted.strip();
        return to - stripped.length() >= from && text.startsWith(stripped, to - stripped.length())
                ? to - stripped.length()
                : -1;
    }

    private static int skipBlanks(String text, int from, int end) {
        int i = Math.min(from, end);
        while (i < end && text.charAt(i) <= ' ') {
            i++;
        }
        return i;
    }
}
