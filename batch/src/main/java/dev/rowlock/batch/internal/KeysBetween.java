package dev.rowlock.batch.internal;

import dev.rowlock.batch.internal.sql.TargetStatements;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.mysql.table.KeyCodec;
import dev.rowlock.mysql.table.KeySql;
import dev.rowlock.mysql.table.RowKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds a key of the table about halfway between two others. {@link Midpoint} guesses a value; which key comes next to it, and whether that
 * lies between the two, is the server's answer, never Java's (facts 5.8). All reads of one row, no locks. Not thread-safe.
 */
final class KeysBetween {
    /** A gap of 2^64 takes 64. */
    private static final int MOST_HALVINGS = 70;

    /** Four letters that decide nothing; where the collation's order is another, more guesses are no better. */
    private static final int MOST_HALVINGS_OF_TEXT = 24;

    private final Connection connection;
    private final Target target;
    private final TargetSql sql;
    private final KeyCodec codec;
    private int questions;

    KeysBetween(Connection connection, Target target, TargetSql sql) {
        this.connection = connection;
        this.target = target;
        this.sql = sql;
        this.codec = target.codec();
    }

    /** How many statements it has sent. */
    int questions() {
        return questions;
    }

    /** The first or the last key of the table. */
    Optional<RowKey> edge(String statement) throws SQLException {
        return Optional.ofNullable(first(new Call(connection, sql.named(statement))));
    }

    /** {@code null} when none was found. */
    @Nullable
    RowKey between(RowKey after, RowKey upTo) throws SQLException {
        int at = firstDifference(after, upTo);
        for (Midpoint.Alphabet alphabet : Midpoint.alphabets(target.key().get(at))) {
            RowKey found = guess(after, upTo, at, alphabet);
            if (found != null) {
                return found;
            }
        }
        RowKey found = byLetters(after, upTo, at);
        return found == null && at < target.key().size() - 1 ? atAnEdge(after, upTo, at) : found;
    }

    /** A text of several scripts: no guess at their order is worth much, but somewhere among them are letters and figures. */
    private @Nullable RowKey byLetters(RowKey after, RowKey upTo, int at) throws SQLException {
        if (!(after.parts().get(at) instanceof String low)
                || !(upTo.parts().get(at) instanceof String high)
                || !target.key().get(at).isText()) {
            return null;
        }
        for (String letter : TextMidpoint.letters(low, high)) {
            RowKey found = atOrAfter(prefix(after, at, letter));
            if (found != null && isInside(after, upTo, found)) {
                return found;
            }
        }
        return null;
    }

    private static RowKey prefix(RowKey key, int at, Object value) {
        List<Object> prefix = new ArrayList<>(key.parts().subList(0, at));
        prefix.add(value);
        return new RowKey(prefix);
    }

    private int firstDifference(RowKey low, RowKey high) {
        for (int at = 0; at < target.key().size() - 1; at++) {
            if (!low.parts().get(at).equals(high.parts().get(at))) {
                return at;
            }
        }
        return target.key().size() - 1;
    }

    /** A key next to a value between those of the two. */
    private @Nullable RowKey guess(RowKey after, RowKey upTo, int at, Midpoint.Alphabet alphabet) throws SQLException {
        Object low = after.parts().get(at);
        Object high = upTo.parts().get(at);
        int most = low instanceof String ? MOST_HALVINGS_OF_TEXT : MOST_HALVINGS;
        for (int tries = 0; tries < most; tries++) {
            Optional<Object> middle = Midpoint.between(target.key().get(at), low, high, alphabet);
            if (middle.isEmpty()) {
                return null;
            }
            RowKey found = atOrAfter(prefix(after, at, middle.get()));
            if (found != null && isInside(after, upTo, found)) {
                return found;
            }
            if (found == null || found.equals(upTo)) {
                high = middle.get(); // nothing in the upper half
            } else {
                low = middle.get(); // the guess lay outside, by the column's collation
            }
        }
        return null;
    }

    /** Where the values of the key's first columns change: (1, 9) and (2, 1) have no value between 1 and 2, but keys between them. */
    private @Nullable RowKey atAnEdge(RowKey after, RowKey upTo, int at) throws SQLException {
        RowKey end = ofPrefix(TargetStatements.TARGET_LAST_OF, after, at);
        if (end != null && isInside(after, upTo, end)) {
            return end;
        }
        RowKey start = ofPrefix(TargetStatements.TARGET_FIRST_OF, upTo, at);
        return start != null && isInside(after, upTo, start) ? start : null;
    }

    private @Nullable RowKey ofPrefix(String statement, RowKey key, int at) throws SQLException {
        KeySql prefix = new KeySql(target.key().subList(0, at + 1));
        return first(new Call(connection, sql.named(statement).replace("{prefix}", prefix.in(1)))
                .withKey(new RowKey(key.parts().subList(0, at + 1))));
    }

    /** Whether the server agrees that a key lies between the two and is neither. */
    private boolean isInside(RowKey after, RowKey upTo, RowKey key) throws SQLException {
        if (key.equals(after) || key.equals(upTo)) {
            return false;
        }
        KeySql words = new KeySql(target.key());
        String inside = words.in(1) + " AND " + words.after() + " AND " + words.upTo();
        return first(new Call(
                                connection,
                                sql.named(TargetStatements.TARGET_INSIDE).replace("{inside}", inside))
                        .withKey(key)
                        .withBound(after)
                        .withBound(upTo))
                != null;
    }

    private @Nullable RowKey atOrAfter(RowKey prefix) throws SQLException {
        KeySql words = new KeySql(target.key().subList(0, prefix.parts().size()));
        return first(
                new Call(connection, sql.named(TargetStatements.TARGET_FROM).replace("{from}", words.from()))
                        .withBound(prefix));
    }

    private @Nullable RowKey first(Call call) throws SQLException {
        questions++;
        List<RowKey> found = call.query(row -> codec.read(row, 1));
        return found.isEmpty() ? null : found.get(0);
    }
}
