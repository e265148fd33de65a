package dev.rowlock.batch.internal;

import dev.rowlock.batch.RunEvent;
import dev.rowlock.batch.internal.sql.RunStatements;
import dev.rowlock.mysql.table.Call;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What was decided and happened, in our own table. Immutable. */
public final class Events {
    private final Store store;

    public Events(Store store) {
        this.store = store;
    }

    public void add(Connection connection, long run, String kind, String reason, @Nullable Double rate)
            throws SQLException {
        new Call(connection, store.sql(RunStatements.EVENT_INSERT))
                .with(run)
                .with(kind)
                .with(RunStore.cut(reason))
                .with(rate == null ? null : rate.toString())
                .update();
    }

    public List<RunEvent> after(Connection connection, long run, long id, int limit) throws SQLException {
        return new Call(connection, store.sql(RunStatements.EVENT_LIST))
                .with(run)
                .with(id)
                .with((long) limit)
                .query(row -> {
                    double rate = row.getDouble(5);
                    Double rateOrNull = row.wasNull() ? null : rate;
                    return new RunEvent(
                            row.getLong(1), row.getString(2), row.getString(3), row.getString(4), rateOrNull);
                });
    }
}
