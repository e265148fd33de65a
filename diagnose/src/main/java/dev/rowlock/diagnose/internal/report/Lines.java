package dev.rowlock.diagnose.internal.report;

import java.util.Arrays;

/** A text cut into lines at {@code \n}; a {@code \r} before it belongs to no line. Immutable. */
final class Lines {
    private final String text;
    private final int[] starts;

    private Lines(String text, int[] starts) {
        this.text = text;
        this.starts = starts;
    }

    static Lines of(CharSequence source) {
        String text = source.toString();
        int[] starts = new int[Math.max(16, text.length() / 40)];
        int count = 0;
        int start = 0;
        while (start < text.length()) {
            if (count == starts.length) {
                starts = Arrays.copyOf(starts, count * 2);
            }
            starts[count++] = start;
            int newline = text.indexOf('\n', start);
            start = newline < 0 ? text.length() : newline + 1;
        }
        return new Lines(text, Arrays.copyOf(starts, count));
    }

    String text() {
        return text;
    }

    int count() {
        return starts.length;
    }

    /** Where a line begins; the end of the text for the line after the last. */
    int start(int line) {
        return line < starts.length ? starts[line] : text.length();
    }

    /** Where a line ends, without its line break and the blanks before it. */
    int end(int line) {
        int end = start(line + 1);
        int start = starts[line];
        while (end > start && text.charAt(end - 1) <= ' ') {
            end--;
        }
        return end;
    }

    /** Whether there is nothing but a line break. */
    boolean isEmpty(int line) {
        return start(line + 1) - start(line) <= 1;
    }

    /** False for a last line without a line break: what it says may be cut. */
    boolean isWhole(int line) {
        return line + 1 < starts.length || (!text.isEmpty() && text.charAt(text.length() - 1) == '\n');
    }

    /** The first line that begins at or after a position. */
    int firstFrom(int position) {
        int found = Arrays.binarySearch(starts, position);
        return found >= 0 ? found : -found - 1;
    }

    Line line(int number) {
        return Line.at(text, start(number), end(number));
    }
}
