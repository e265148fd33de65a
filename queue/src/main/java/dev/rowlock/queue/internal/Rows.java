package dev.rowlock.queue.internal;

import java.util.Collections;

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
}
