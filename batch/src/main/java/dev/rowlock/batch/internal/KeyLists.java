package dev.rowlock.batch.internal;

import dev.rowlock.mysql.table.RowKey;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Cuts a list of rows into pieces that a statement may name. A longer list can outgrow the memory a server gives its range optimizer, and then
 * it reads, and locks, the whole table (facts 1.4). Pure.
 */
final class KeyLists {
    /** Rows of one statement: three key columns of them stay far below every server's bound. */
    static final int LONGEST = 500;

    private KeyLists() {}

    static <T> List<List<T>> of(List<T> rows) {
        List<List<T>> pieces = new ArrayList<>();
        for (int from = 0; from < rows.size(); from += LONGEST) {
            pieces.add(rows.subList(from, Math.min(rows.size(), from + LONGEST)));
        }
        return pieces;
    }

    /** Asks about every piece. */
    static List<RowKey> ask(List<RowKey> keys, Question question) throws SQLException {
        List<RowKey> found = new ArrayList<>();
        for (List<RowKey> piece : of(keys)) {
            found.addAll(question.about(piece));
        }
        return found;
    }

    /** A statement that names rows and answers with some of them. */
    @FunctionalInterface
    interface Question {
        List<RowKey> about(List<RowKey> piece) throws SQLException;
    }
}
