package dev.rowlock.batch.internal;

import dev.rowlock.batch.Action;
import dev.rowlock.batch.ShardRule;
import dev.rowlock.batch.internal.sql.TargetStatements;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.table.Column;
import dev.rowlock.mysql.table.KeySql;
import dev.rowlock.mysql.table.StatementTemplate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The text of a plan's statements, with its table's names, its predicate and its assignments put in; keys and ranges differ with each use. Immutable. */
final class TargetText {
    /** Where a key list goes once names are in: no name can hold a NUL. */
    private static final String KEYS = "\0k";

    private static final String RANGE = "\0r";

    private final Target target;
    private final KeySql key;
    private final Map<String, String> pieces = new LinkedHashMap<>();

    TargetText(Target target, KeySql key, ShardRule shards, Fragment where, Fragment set, Action action) {
        this.target = target;
        this.key = key;
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
        if (action instanceof Action.Archive archive) {
            put("archive", archive.to().quoted());
        }
        if (action instanceof Action.Handle handle) {
            put(
                    "handled",
                    target.handled(handle).stream()
                            .map(column -> ", CAST(" + column.name().quoted() + " AS CHAR)")
                            .collect(Collectors.joining()));
        }
    }

    /** With all names in, for showing it. */
    String named(String statement) {
        boolean unhinted = statement.endsWith(TargetStatements.TARGET_DELETE)
                && target.name().quoted().contains("*/");
        String fitting = unhinted
                ? statement.replace(TargetStatements.TARGET_DELETE, TargetStatements.TARGET_DELETE_UNHINTED)
                : statement;
        return StatementTemplate.fill(fitting, pieces);
    }

    /** As people read it: one key stands for all of a list. */
    String shown(String statement) {
        return named(statement)
                .replace(KEYS, key.in(2))
                .replace(RANGE, key.after() + " AND " + key.upTo())
                .strip();
    }

    /** On no row. */
    String ofNone(String statement) {
        return named(statement).replace(KEYS, "FALSE").replace(RANGE, "FALSE");
    }

    String ofRange(String statement, String range) {
        return named(statement).replace(RANGE, range);
    }

    String ofKeys(String statement, int number) {
        return named(statement).replace(KEYS, key.in(number));
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
