package dev.rowlock.batch.internal;

import dev.rowlock.batch.BatchPlan;
import dev.rowlock.batch.OnlineTraffic;
import dev.rowlock.batch.RunState;
import dev.rowlock.batch.internal.sql.RunStatements;
import dev.rowlock.mysql.table.Call;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Runs in our own table. Immutable. */
public final class RunStore {
    private static final int LONGEST_REASON = 500;

    private final Store store;

    public RunStore(Store store) {
        this.store = store;
    }

    /**
     * A run as its row keeps it.
     *
     * @param key the primary key of its table when it began
     * @param online what the process that paces it saw of online traffic
     * @param deadlocks what the batch itself lost
     * @param estimate rows the plan thought would match; 0 when nobody estimated
     * @param unpaced whether the process that paced it is gone
     */
    public record Run(
            long id,
            String target,
            KeyShape key,
            BatchPlan plan,
            RunState state,
            String reason,
            String rateSetting,
            double rate,
            String rateReason,
            @Nullable String baselineOrNull,
            OnlineTraffic online,
            long deadlocks,
            long estimate,
            @Nullable String pacedByOrNull,
            Duration age,
            boolean unpaced) {}

    long insert(Connection connection, Target target, KeyShape key, BatchPlan plan, double rate, long estimate)
            throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement(store.sql(RunStatements.RUN_INSERT), Statement.RETURN_GENERATED_KEYS)) {
            statement.setString(1, plan.name());
            statement.setString(2, target.name().toString());
            statement.setString(3, key.write());
            statement.setString(4, PlanText.write(plan));
            statement.setString(5, plan.rate().toString());
            statement.setDouble(6, rate);
            statement.setLong(7, estimate);
            statement.executeUpdate();
            try (ResultSet keys = statement.getGeneratedKeys()) {
                keys.next();
                return keys.getLong(1);
            }
        }
    }

    public Optional<Run> load(Connection connection, long id) throws SQLException {
        return new Call(connection, store.sql(RunStatements.RUN_LOAD))
                        .with(id)
                        .query(row -> new Run(
                                row.getLong("id"),
                                row.getString("target"),
                                KeyShape.parse(row.getString("key_shape")),
                                PlanText.read(row.getString("plan")),
                                RunState.parse(row.getString("state")),
                                row.getString("reason"),
                                row.getString("rate_setting"),
                                row.getDouble("rate"),
                                row.getString("rate_reason"),
                                row.getString("baseline"),
                                new OnlineTraffic(
                                        nanos(row, "online_p99_nanos"),
                                        nanos(row, "baseline_p99_nanos"),
                                        row.getLong("online_deadlocks")),
                                row.getLong("batch_deadlocks"),
                                row.getLong("estimate"),
                                row.getString("owner"),
                                Duration.ofNanos(row.getLong("age") * 1000),
                                row.getBoolean("unpaced")))
                        .stream()
                        .findFirst();
    }

    public List<Long> list(Connection connection, int limit) throws SQLException {
        return new Call(connection, store.sql(RunStatements.RUN_LIST))
                .with((long) limit)
                .query(row -> row.getLong(1));
    }

    /** Moves a run to a state from one of those given; false when it was in none of them. */
    public boolean move(Connection connection, long id, RunState to, String reason, Set<RunState> from)
            throws SQLException {
        String list = String.join(", ", Collections.nCopies(from.size(), "?"));
        Call call = new Call(connection, store.sql(RunStatements.RUN_MOVE) + "(" + list + ")")
                .with(to.text())
                .with(cut(reason))
                .with(to.text())
                .with(id);
        from.forEach(state -> call.with(state.text()));
        return call.update() == 1;
    }

    /** Ends the run if all its shards are done. */
    boolean finish(Connection connection, long id) throws SQLException {
        boolean unfinished = !new Call(connection, store.sql(RunStatements.RUN_UNFINISHED))
                .with(id)
                .query(row -> 1)
                .isEmpty();
        return !unfinished
                && new Call(connection, store.sql(RunStatements.RUN_FINISH))
                                .with(id)
                                .update()
                        == 1;
    }

    public void setRate(Connection connection, long id, String setting) throws SQLException {
        new Call(connection, store.sql(RunStatements.RUN_SET_RATE))
                .with(setting)
                .with(id)
                .update();
    }

    /** Writes what the pacing process decided; nothing when it paces no more. */
    void pace(Connection connection, long id, long token, Pace.Step step) throws SQLException {
        Duration chunk = step.chunkOrNull();
        new Call(connection, store.sql(RunStatements.RUN_PACE))
                .with(Double.toString(step.rate()))
                .with(cut(step.reason()))
                .with(step.baselineOrNull())
                .with(chunk == null ? null : (Long) (chunk.toNanos() / 1000))
                .with(nanos(step.online().p99OrNull()))
                .with(nanos(step.online().baselineP99OrNull()))
                .with(step.deadlocks())
                .with(id)
                .with(token)
                .update();
    }

    /** Adds what a process lost to deadlocks. */
    void lost(Connection connection, long id, long deadlocks) throws SQLException {
        new Call(connection, store.sql(RunStatements.RUN_LOST))
                .with(deadlocks)
                .with(id)
                .update();
    }

    private static @Nullable Duration nanos(ResultSet row, String column) throws SQLException {
        long nanos = row.getLong(column);
        return row.wasNull() ? null : Duration.ofNanos(nanos);
    }

    private static @Nullable Long nanos(@Nullable Duration time) {
        return time == null ? null : (Long) time.toNanos();
    }

    static String cut(String text) {
        return text.length() <= LONGEST_REASON ? text : text.substring(0, LONGEST_REASON);
    }
}
