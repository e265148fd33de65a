package dev.rowlock.queue.internal.line;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * What a job has to do with others of its queue. Immutable.
 *
 * @param line the line it came out of, {@code null} for none
 * @param slot what it holds of that line's limit; {@link #NO_SLOT} for nothing
 * @param unique the key under which it is enqueued once at a time, see {@code UniqueKeys}; {@code null} for none
 */
public record Ties(
        @Nullable String line, int slot, @Nullable String unique) {
    public static final int NO_SLOT = -1;

    public static final Ties NONE = new Ties(null, NO_SLOT, null);

    /** From three columns in this order, the first of which has this number. */
    public static Ties read(ResultSet row, int first) throws SQLException {
        String line = row.getString(first);
        int slot = row.getInt(first + 1);
        boolean without = row.wasNull();
        String unique = row.getString(first + 2);
        return line == null && unique == null ? NONE : new Ties(line, without ? NO_SLOT : slot, unique);
    }

    public boolean hasSlot() {
        return line != null && slot != NO_SLOT;
    }

    /** Whether it stays first in its line until it is over. */
    public boolean isOrdered() {
        return line != null && LineKey.isOrdered(line);
    }
}
