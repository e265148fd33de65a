package dev.rowlock.diagnose.internal.report;

import org.jspecify.annotations.Nullable;

/**
 * What is read from the dump of a record below a lock: its number on the page, and who changed it last. Its columns are user data, and are
 * passed over.
 */
final class RecordDump {
    /** The number of the pseudo record at the end of every page. */
    static final int SUPREMUM = 1;

    private static final String RECORD = "Record lock, heap no ";
    private static final String ID_LENGTH = ": len 6; hex ";
    private static final String POINTER_LENGTH = ": len 7; ";
    private static final String NEXT_FIELD = ";; ";
    private static final int ID_DIGITS = 12;
    private static final int MOST_DIGITS = 6;

    private @Nullable Long sixBytes;

    /** Reads the number of {@code Record lock, heap no 2 PHYSICAL RECORD: ...}; -1 when it is cut. */
    int number(String text, int from, int to) {
        sixBytes = null;
        int value = 0;
        int i = from + RECORD.length();
        int start = i;
        while (i < to && i - start < MOST_DIGITS && text.charAt(i) >= '0' && text.charAt(i) <= '9') {
            value = value * 10 + text.charAt(i) - '0';
            i++;
        }
        return i > start && i < to ? value : -1;
    }

    /**
     * In a row of a primary key the id of the transaction that wrote it (6 bytes) stands before a pointer (7 bytes). Returns that id
     * when the pointer has been seen, else null. Several fields may share a line.
     */
    @Nullable
    Long writer(String text, int from, int to) {
        int i = from;
        while (i < to) {
            int colon = find(text, i, to, ":");
            if (text.startsWith(POINTER_LENGTH, colon) && sixBytes != null) {
                return sixBytes;
            }
            sixBytes = text.startsWith(ID_LENGTH, colon) ? hex(text, colon + ID_LENGTH.length(), to) : null;
            i = find(text, colon, to, NEXT_FIELD) + NEXT_FIELD.length();
        }
        return null;
    }

    /** The end where there is none. */
    private static int find(String text, int from, int to, String wanted) {
        for (int i = from; i < to; i++) {
            if (text.startsWith(wanted, i)) {
                return i;
            }
        }
        return to;
    }

    private static @Nullable Long hex(String text, int from, int to) {
        if (from + ID_DIGITS > to) {
            return null;
        }
        for (int i = from; i < from + ID_DIGITS; i++) {
            if (Character.digit(text.charAt(i), 16) < 0) {
                return null;
            }
        }
        return Long.parseLong(text, from, from + ID_DIGITS, 16);
    }
}
