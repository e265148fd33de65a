package dev.rowlock.batch.internal.plan;

import dev.rowlock.batch.Action;
import dev.rowlock.batch.BatchPlan;
import dev.rowlock.batch.PlannedStatement;
import dev.rowlock.batch.PlannedStatement.Step;
import dev.rowlock.batch.internal.Shard;
import dev.rowlock.batch.internal.TargetSql;
import dev.rowlock.batch.internal.sql.PlanStatements;
import dev.rowlock.batch.internal.sql.TargetStatements;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.mysql.table.RowKey;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The statements of a chunk with the server's plans, on rows of the table. Locks nothing. */
final class Explainer {
    private final Connection connection;
    private final TargetSql sql;
    private final Sample sample;
    private final LockWords words;
    private final Shard.Place place = new Shard.Place(0, 0, null, null);

    Explainer(Connection connection, BatchPlan plan, TargetSql sql, Sample sample) {
        this.connection = connection;
        this.sql = sql;
        this.sample = sample;
        this.words = new LockWords(plan.chunk());
    }

    List<PlannedStatement> statements(Action action) throws SQLException {
        List<PlannedStatement> all = new ArrayList<>();
        all.add(ranged("look at the next rows", TargetStatements.TARGET_SCAN, words.look()));
        if (action instanceof Action.Handle) {
            all.add(keyed("read what the handler gets", TargetStatements.TARGET_ROWS, words.look()));
            return all;
        }
        all.add(ranged("lock them, where most match", TargetStatements.TARGET_LOCK_RANGE, words.lock()));
        all.add(keyed("lock them, where few match", TargetStatements.TARGET_LOCK_KEYS, words.lock()));
        action.fold(
                set -> all.add(keyed("change them", TargetStatements.TARGET_SET, words.change())),
                delete -> all.add(keyed("delete them", TargetStatements.TARGET_DELETE, words.delete())),
                archive -> all.add(keyed("copy them", TargetStatements.TARGET_ARCHIVE, words.copy()))
                        && all.add(keyed("delete them", TargetStatements.TARGET_DELETE, words.delete())),
                handle -> false);
        all.add(keyed("come back to rows that were held", TargetStatements.TARGET_LOCK_KEYS, words.lock()));
        return all;
    }

    private PlannedStatement ranged(String what, String statement, String locks) throws SQLException {
        RowKey first = sample.firstOrNull();
        RowKey last = sample.lastOrNull();
        if (first == null || last == null) {
            return new PlannedStatement(what, sql.shown(statement), locks, List.of());
        }
        Call call = sql.closedRange(connection, PlanStatements.EXPLAIN + statement, first, last, place);
        return new PlannedStatement(
                what,
                sql.shown(statement),
                locks,
                (statement.contains("LIMIT ?") ? call.with(500L) : call).query(Explainer::step));
    }

    /** With as many keys as a chunk may have: a long list can get another plan than a short one (facts 1.4). */
    private PlannedStatement keyed(String what, String statement, String locks) {
        RowKey first = sample.firstOrNull();
        List<RowKey> keys =
                !sample.matching().isEmpty() ? sample.matching() : first == null ? List.of() : List.of(first);
        try {
            return new PlannedStatement(
                    what,
                    sql.shown(statement),
                    locks,
                    keys.isEmpty()
                            ? List.of()
                            : sql.keys(connection, PlanStatements.EXPLAIN + statement, keys, place)
                                    .query(Explainer::step));
        } catch (SQLException e) {
            throw dev.rowlock.mysql.StoreException.of(e);
        }
    }

    static Step step(ResultSet row) throws SQLException {
        return new Step(
                text(row.getString("table")),
                text(row.getString("type")),
                text(row.getString("key")),
                row.getLong("rows"),
                text(row.getString("Extra")));
    }

    private static String text(@org.jspecify.annotations.Nullable String value) {
        return value == null ? "" : value;
    }
}
