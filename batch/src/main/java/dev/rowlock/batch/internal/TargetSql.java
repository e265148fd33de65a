package dev.rowlock.batch.internal;

import dev.rowlock.batch.Action;
import dev.rowlock.batch.BatchPlan;
import dev.rowlock.batch.ShardRule;
import dev.rowlock.batch.internal.sql.PlanStatements;
import dev.rowlock.batch.internal.sql.TargetStatements;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.mysql.table.Column;
import dev.rowlock.mysql.table.KeySql;
import dev.rowlock.mysql.table.RowKey;
import dev.rowlock.mysql.table.StatementTemplate;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The statements of one plan on its table, with names, predicate and assignments put in. Immutable. */
public final class TargetSql {
    /** Where a key list goes once names are in: no name can hold a NUL. */
    private static final String KEYS = "\0k";

    private static final String RANGE = "\0r";

    private final Target target;
    private final KeySql key;
    private final Map<String, String> pieces = new LinkedHashMap<>();
    private final List<String> predicateValues;
    private final List<String> assignmentValues;
    private final ShardRule shards;

    public TargetSql(Target target, BatchPlan plan) {
        this.target = target;
        this.key = new KeySql(target.key());
        this.shards = plan.shards();
        Fragment where = Fragment.parse("condition", plan.where());
        Fragment set = plan.action() instanceof Action.Set action
                ? Fragment.parse("assignment", action.assignments())
                : new Fragment("", List.of());
        Fragment.requireUsed(plan.parameters(), List.of(where, set));
        this.predicateValues = where.values(plan.parameters());
        this.assignmentValues = set.values(plan.parameters());
        put("table", target.name().quoted());
        put("hint_table", target.name().table().quoted());
        put("key_select", key.select());
        put("key_columns", key.columns());
        put("key_columns_descending", descending());
        put("key_collation", collation());
        put("keys", KEYS);
        put("range", RANGE);
        put(
                "predicate",
                shards.kind() == ShardRule.Kind.MODULO ? "(" + where.sql() + ") AND " + remainder() : where.sql());
        put("assignments", set.sql());
        put("columns", names(target.stored()));
        if (plan.action() instanceof Action.Archive archive) {
            put("archive", archive.to().quoted());
        }
        if (plan.action() instanceof Action.Handle handle) {
            put(
                    "handled",
                    target.handled(handle).stream()
                            .map(column -> ", CAST(" + column.name().quoted() + " AS CHAR)")
                            .collect(Collectors.joining()));
        }
    }

    /** A statement with all names in, for showing it. */
    public String named(String statement) {
        boolean unhinted = statement.endsWith(TargetStatements.TARGET_DELETE)
                && target.name().quoted().contains("*/");
        String fitting = unhinted
                ? statement.replace(TargetStatements.TARGET_DELETE, TargetStatements.TARGET_DELETE_UNHINTED)
                : statement;
        return StatementTemplate.fill(fitting, pieces);
    }

    /** A statement as people read it: one key stands for all of a list. */
    public String shown(String statement) {
        return named(statement)
                .replace(KEYS, key.in(2))
                .replace(RANGE, key.after() + " AND " + key.upTo())
                .strip();
    }

    /** A statement on no row: the server reads it all the same, with names, types and rights. */
    public Call none(Connection connection, String statement) {
        Call call = new Call(connection, named(statement).replace(KEYS, "FALSE").replace(RANGE, "FALSE"));
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
                .flatMap(statement ->
                        Stream.of(1, 2).map(keys -> named(statement).replace(KEYS, key.in(keys))))
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
        Call call = new Call(connection, named(statement).replace(RANGE, range));
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
        Call call = new Call(connection, named(statement).replace(RANGE, range));
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
        Call call = new Call(connection, named(statement).replace(KEYS, key.in(keys.size())));
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

    /** Remainders of negative keys are negative. */
    private String remainder() {
        if (target.key().size() != 1 || !target.key().get(0).isWhole()) {
            throw new ConfigurationException("shards by key % n need a key of one whole number, and the key of "
                    + target.name() + " is " + names(target.key()) + ": take ranges");
        }
        return "ABS(MOD(" + target.key().get(0).name().quoted() + ", ?)) = ?";
    }

    /** What orders a key of text: with it, another order shows in the rows themselves. */
    private String collation() {
        String texts = target.key().stream()
                .filter(column -> column.charsetOrNull() != null)
                .map(column -> ", COLLATION(" + column.name().quoted() + ")")
                .collect(Collectors.joining());
        return texts.isEmpty() ? "" : ", CONCAT_WS(' '" + texts + ")";
    }

    private String descending() {
        return target.key().stream()
                .map(column -> column.name().quoted() + " DESC")
                .collect(Collectors.joining(", "));
    }

    private static String names(List<Column> columns) {
        return columns.stream().map(column -> column.name().quoted()).collect(Collectors.joining(", "));
    }

    private void put(String name, String text) {
        pieces.put("{" + name + "}", text);
    }
}
