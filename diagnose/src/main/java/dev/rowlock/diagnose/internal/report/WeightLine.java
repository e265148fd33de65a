package dev.rowlock.diagnose.internal.report;

import org.jspecify.annotations.Nullable;

/**
 * {@code LOCK WAIT 3 lock struct(s), heap size 1128, 2 row lock(s), undo log entries 1}: what the server compares to choose the one that is
 * cheapest to undo.
 */
final class WeightLine {
    private static final String LOCKS = " lock struct(s), heap size ";
    private static final String UNDO = ", undo log entries ";
    private static final int MOST_DIGITS = 15;

    private WeightLine() {}

    /** Lock structures plus changed rows; null when this is another line, or cut. */
    static @Nullable Long weight(String line) {
        int locks = line.indexOf(LOCKS);
        if (locks < 0 || !line.contains("row lock(s)")) {
            return null;
        }
        int start = line.lastIndexOf(' ', locks - 1) + 1;
        Long structures = number(line.substring(start, locks));
        int undo = line.indexOf(UNDO);
        Long entries = undo < 0 ? Long.valueOf(0) : number(line.substring(undo + UNDO.length()));
        return structures == null || entries == null ? null : structures + entries;
    }

    private static @Nullable Long number(String text) {
        boolean digits =
                !text.isEmpty() && text.length() <= MOST_DIGITS && text.chars().allMatch(c -> c >= '0' && c <= '9');
        return digits ? Long.valueOf(text) : null;
    }
}
