package dev.rowlock.queue.internal.line;

import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.internal.sql.SlotStatements;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the lines of one queue are held to. Immutable.
 *
 * @param concurrent jobs of one concurrency key at a time
 * @param rate jobs of one concurrency key in each period; 0 for no such limit
 */
public record Limits(int concurrent, int rate, long periodMicros) {
    /** Where nothing is set: as many slots as a line may have. */
    public static final int MOST = 10_000;

    static final Limits NONE = new Limits(MOST, 0, 0);

    static final Limits ONE_BY_ONE = new Limits(1, 0, 0);

    /** As they are now, for all processes. */
    public static Limits read(Connection connection, int queue) throws SQLException {
        List<Limits> set =
                new Call(connection, SlotStatements.LIMIT_READ).with(queue).query(Limits::read);
        return set.isEmpty() ? NONE : set.get(0);
    }

    private static Limits read(ResultSet row) throws SQLException {
        int concurrent = row.getInt(1);
        return new Limits(row.wasNull() ? MOST : concurrent, row.getInt(2), row.getLong(3));
    }

    public static void set(
            Connection connection,
            int queue,
            @Nullable Integer concurrent,
            @Nullable Integer rate,
            @Nullable Long micros)
            throws SQLException {
        new Call(connection, SlotStatements.LIMIT_SET)
                .with(queue)
                .with(concurrent)
                .with(rate)
                .with(micros)
                .update();
    }

    /** What holds for one of the queue's lines. */
    Limits of(String line) {
        return LineKey.isOrdered(line) ? ONE_BY_ONE : this;
    }

    boolean hasRate() {
        return rate > 0;
    }
}
