package dev.rowlock.batch.internal;

import dev.rowlock.batch.Action;
import dev.rowlock.batch.BatchPlan;
import dev.rowlock.batch.internal.sql.TargetStatements;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.Identifier;
import dev.rowlock.mysql.TableName;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.mysql.table.Column;
import dev.rowlock.mysql.table.Index;
import dev.rowlock.mysql.table.KeyCodec;
import dev.rowlock.mysql.table.RowKey;
import dev.rowlock.mysql.table.TableInspector;
import dev.rowlock.mysql.table.TableShape;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The user's table, found on the server and fit for a batch. Immutable.
 *
 * @param name with its schema
 * @param key the columns of its primary key, in the key's order
 */
public record Target(TableName name, TableShape shape, List<Column> key) {
    public Target {
        key = List.copyOf(key);
    }

    /**
     * Reads how the table is made: three statements, no locks.
     *
     * @throws ConfigurationException when a batch cannot work it; the message has what mends it
     */
    public static Target inspect(Connection connection, BatchPlan plan) throws SQLException {
        TableShape shape = TableInspector.inspect(connection, plan.table());
        TableName name =
                new TableName(new Identifier(shape.schema()), plan.table().table());
        requireInnodb(name, shape);
        return new Target(name, shape, key(name, shape));
    }

    private static void requireInnodb(TableName name, TableShape shape) {
        if (!shape.kind().equalsIgnoreCase("BASE TABLE")) {
            throw new ConfigurationException(name + " is a " + shape.kind().toLowerCase(Locale.ROOT)
                    + ", not a table: name the table behind it");
        }
        if (!shape.engine().equalsIgnoreCase("InnoDB")) {
            throw new ConfigurationException("the engine of " + name + " is " + shape.engine()
                    + ", which has no row locks: ALTER TABLE " + name.quoted() + " ENGINE=InnoDB");
        }
    }

    private static List<Column> key(TableName name, TableShape shape) {
        Index primary = shape.primary()
                .orElseThrow(() -> new ConfigurationException(name
                        + " has no primary key, so a batch could not tell which rows it has done: ALTER TABLE "
                        + name.quoted()
                        + " ADD COLUMN `id` BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY"));
        if (!primary.usable()) {
            throw new ConfigurationException(
                    "the primary key of " + name
                            + " has a descending part or a prefix, and a batch goes along it in ascending order of whole values");
        }
        List<Column> key = new ArrayList<>();
        for (String part : primary.columns()) {
            Column column = shape.column(part).orElseThrow();
            if (!KeyCodec.supports(column)) {
                throw new ConfigurationException("the key column " + column.name() + " of " + name + " is "
                        + column.fullType() + ", whose values do not compare exactly: a batch cannot go along it");
            }
            key.add(column);
        }
        return key;
    }

    /** Some key of the table; empty when it has no row. */
    public Optional<RowKey> any(Connection connection, TargetSql sql) throws SQLException {
        return new Call(connection, sql.named(TargetStatements.TARGET_FIRST))
                .query(row -> codec().read(row, 1)).stream().findFirst();
    }

    public KeyCodec codec() {
        return new KeyCodec(key);
    }

    /** The columns a copy of a row consists of: all but those the server computes. */
    public List<Column> stored() {
        return shape.columns().stream()
                .filter(column -> column.writtenBy() != Column.WrittenBy.SERVER)
                .toList();
    }

    /** The columns a handler asked for. */
    List<Column> handled(Action.Handle handle) {
        return handle.columns().stream()
                .map(wanted -> shape.column(wanted)
                        .orElseThrow(() -> new ConfigurationException(name + " has no column " + wanted + "; it has "
                                + shape.columns().stream()
                                        .map(column -> column.name().name())
                                        .toList())))
                .toList();
    }
}
