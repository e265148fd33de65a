package dev.rowlock.queue.internal;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Lists of placeholders in a statement. */
public final class Rows {
    /** Names in one statement: with this many, a list stays a range of the index on every server. */
    public static final int MOST_NAMES = 500;

    private Rows() {}

    /** {@code ?, ?, ?}. */
    public static String names(int count) {
        return repeated("?", count);
    }

    /** The row so many times, for VALUES. */
    public static String repeated(String row, int count) {
        return String.join(", ", Collections.nCopies(count, row));
    }

    /** As many lists as there are statements to be, each with {@link #MOST_NAMES} at most. */
    public static <T> List<List<T>> parts(List<T> all) {
        List<List<T>> parts = new ArrayList<>();
        for (int from = 0; from < all.size(); from += MOST_NAMES) {
            parts.add(all.subList(from, Math.min(all.size(), from + MOST_NAMES)));
        }
        return parts;
    }
}
