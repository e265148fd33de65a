package dev.rowlock.batch.internal;

import dev.rowlock.batch.Action;
import dev.rowlock.batch.BatchPlan;
import dev.rowlock.batch.ShardRule;
import dev.rowlock.batch.internal.sql.PlanStatements;
import dev.rowlock.batch.internal.sql.TargetStatements;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.mysql.table.KeySql;
import dev.rowlock.mysql.table.RowKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The statements of one plan on its table, with names, predicate and assignments put in. Immutable. */
public final class TargetSql {
    private final KeySql key;
    private final TargetText text;
    private final List<String> predicateValues;
    private final List<String> assignmentValues;
    private final ShardRule shards;

    public TargetSql(Target target, BatchPlan plan) {
        this.key = new KeySql(target.key());
        this.shards = plan.shards();
        Fragment where = Fragment.parse("condition", plan.where());
        Fragment set = plan.action() instanceof Action.Set action
                ? Fragment.parse("assignment", action.assignments())
                : new Fragment("", List.of());
        Fragment.requireUsed(plan.parameters(), List.of(where, set));
        this.predicateValues = where.values(plan.parameters());
        this.assignmentValues = set.values(plan.parameters());
        this.text = new TargetText(target, key, shards, where, set, plan.action());
    }

    /** A statement with all names in, for showing it. */
    public String named(String statement) {
        return text.named(statement);
    }

    /** A statement as people read it: one key stands for all of a list. */
    public String shown(String statement) {
        return text.shown(statement);
    }

    /** A statement on no row: the server reads it all the same, with names, types and rights. */
    public Call none(Connection connection, String statement) {
        Call call = new Call(connection, text.ofNone(statement));
        if (statement.contains("{assignments}")) {
            assignmentValues.forEach(call::with);
        }
        if (statement.contains("{predicate}")) {
            bindPredicate(call, new Shard.Place(0, 0, null, null));
        }
        return call;
    }

    /** How many rows the server believes the table has. */
    public long rows(Connection connection) throws SQLException {
        return new Call(connection, named(PlanStatements.PLAN_ROWS))
                .query(row -> row.getLong("rows")).stream()
                        .mapToLong(Long::longValue)
                        .sum();
    }

    /** The changes of an action, on one key and on several, to be told from online statements. */
    List<String> changes(Action action) {
        return action
                .<List<String>>fold(
                        set -> List.of(TargetStatements.TARGET_SET),
                        delete -> List.of(TargetStatements.TARGET_DELETE),
                        archive -> List.of(TargetStatements.TARGET_DELETE, TargetStatements.TARGET_ARCHIVE),
                        handle -> List.of())
                .stream()
                .flatMap(statement -> Stream.of(1, 2).map(keys -> text.ofKeys(statement, keys)))
                .toList();
    }

    /** A statement whose range is open at an end that is {@code null}, bound as far as its range. */
    public Call range(
            Connection connection, String statement, @Nullable RowKey after, @Nullable RowKey upTo, Shard.Place place) {
        return within(connection, statement, after, after == null ? "" : key.after(), upTo, place);
    }

    /** A range of a statement that has no predicate. */
    Call unbound(Connection connection, String statement, @Nullable RowKey after, @Nullable RowKey upTo) {
        String range = (after == null ? "TRUE" : key.after()) + (upTo == null ? "" : " AND " + key.upTo());
        Call call = new Call(connection, text.ofRange(statement, range));
        if (after != null) {
            call.withBound(after);
        }
        return upTo == null ? call : call.withBound(upTo);
    }

    /** The same with its first key included. */
    public Call closedRange(Connection connection, String statement, RowKey from, RowKey upTo, Shard.Place place) {
        return within(connection, statement, from, key.from(), upTo, place);
    }

    private Call within(
            Connection connection,
            String statement,
            @Nullable RowKey low,
            String lowSql,
            @Nullable RowKey high,
            Shard.Place place) {
        String range = (low == null ? "TRUE" : lowSql) + (high == null ? "" : " AND " + key.upTo());
        Call call = new Call(connection, text.ofRange(statement, range));
        boolean predicateFirst = statement.indexOf("{predicate}") < statement.indexOf("{range}");
        if (predicateFirst && statement.contains("{predicate}")) {
            bindPredicate(call, place);
        }
        if (low != null) {
            call.withBound(low);
        }
        if (high != null) {
            call.withBound(high);
        }
        if (!predicateFirst) {
            bindPredicate(call, place);
        }
        return call;
    }

    /** A statement on these rows, all of it bound. */
    public Call keys(Connection connection, String statement, List<RowKey> keys, Shard.Place place) {
        Call call = new Call(connection, text.ofKeys(statement, keys.size()));
        if (statement.contains("{assignments}")) {
            assignmentValues.forEach(call::with);
        }
        boolean predicate = statement.contains("{predicate}");
        boolean predicateFirst = predicate && statement.indexOf("{predicate}") < statement.indexOf("{keys}");
        if (predicateFirst) {
            bindPredicate(call, place);
        }
        call.withKeys(keys);
        if (predicate && !predicateFirst) {
            bindPredicate(call, place);
        }
        return call;
    }

    private void bindPredicate(Call call, Shard.Place place) {
        predicateValues.forEach(call::with);
        if (shards.kind() == ShardRule.Kind.MODULO) {
            call.with((long) shards.shards()).with((long) place.number());
        }
    }
}
