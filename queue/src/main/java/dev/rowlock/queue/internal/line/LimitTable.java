package dev.rowlock.queue.internal.line;

import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.internal.sql.SlotStatements;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What one queue and its lines are held to, as it was read, for all processes. Immutable. */
public final class LimitTable {
    static final LimitTable NONE = new LimitTable(Map.of());

    private record Row(String scope, Limits limits) {}

    private final Map<String, Limits> byScope;

    private LimitTable(Map<String, Limits> byScope) {
        this.byScope = byScope;
    }

    public static LimitTable read(Connection connection, int queue) throws SQLException {
        Map<String, Limits> byScope = new TreeMap<>();
        new Call(connection, SlotStatements.LIMIT_READ)
                .with(queue)
                .query(LimitTable::row)
                .forEach(row -> byScope.put(row.scope(), row.limits()));
        return new LimitTable(byScope);
    }

    private static Row row(ResultSet row) throws SQLException {
        String scope = Objects.requireNonNull(row.getString(1));
        int given = row.getInt(2);
        int concurrent = row.wasNull() ? Limits.MOST : given;
        return new Row(scope, new Limits(concurrent, row.getInt(3), row.getLong(4)));
    }

    /** What holds for one of the queue's lines. */
    Limits of(String line) {
        return LineKey.isOrdered(line) ? Limits.ONE_BY_ONE : byScope.getOrDefault(LineKey.scope(line), Limits.NONE);
    }

    /** Whether jobs of this kind wait in a line of their own. */
    public boolean holds(String kind) {
        return byScope.containsKey(LineKey.ofKind(kind));
    }

    /** What all jobs of the queue together are held to. */
    public Optional<Limits> ofQueue() {
        return Optional.ofNullable(byScope.get(LineKey.QUEUE));
    }

    /** By scope, as they are kept. */
    public Map<String, Limits> all() {
        return byScope;
    }

    /** Sets one; {@code null} is no limit, and nothing but that removes it. */
    public static void set(
            Connection connection,
            int queue,
            String scope,
            @Nullable Integer concurrent,
            @Nullable Integer rate,
            @Nullable Long micros)
            throws SQLException {
        if (concurrent == null && rate == null) {
            new Call(connection, SlotStatements.LIMIT_REMOVE)
                    .with(queue)
                    .with(scope)
                    .update();
            return;
        }
        new Call(connection, SlotStatements.LIMIT_SET)
                .with(queue)
                .with(scope)
                .with(concurrent)
                .with(rate)
                .with(micros)
                .update();
    }
}
