package dev.rowlock.diagnose.internal.report;

/** Counts the bytes that a server printed of a statement, going forwards only, so that asking at each line stays cheap. */
final class PrintedBytes {
    private final String text;
    private final int begin;
    private int counted;
    private int bytes;

    PrintedBytes(String text, int begin) {
        this.text = text;
        this.begin = begin;
        this.counted = begin;
    }

    /** Bytes before the line break in front of a position; in UTF-8, and a character that could not be decoded was one byte. */
    int before(int position) {
        int end = Math.max(counted, Math.min(position - 1, text.length()));
        bytes += of(text, counted, end);
        counted = end;
        return bytes;
    }

    /** Whether an empty line stands in front of a position. */
    boolean emptyLineBefore(int position) {
        return position - 2 >= begin && text.charAt(position - 2) == '\n';
    }

    static int of(String text, int from, int to) {
        int bytes = 0;
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            bytes += c < 0x80 || c == '\uFFFD' ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
        }
        return bytes;
    }
}
