package dev.rowlock.diagnose.internal.doctor;

import dev.rowlock.diagnose.internal.sql.DoctorStatements;
import dev.rowlock.mysql.Identifier;
import dev.rowlock.mysql.TableName;
import dev.rowlock.mysql.table.Column;
import dev.rowlock.mysql.table.Index;
import dev.rowlock.mysql.table.KeyCodec;
import dev.rowlock.mysql.table.TableInspector;
import dev.rowlock.mysql.table.TableShape;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A table under examination.
 *
 * @param name the table with its schema
 * @param rows how many rows the server thinks it has
 */
record Patient(TableName name, TableShape shape, long rows) {

    /**
     * Reads a table that somebody named.
     *
     * @throws dev.rowlock.mysql.ConfigurationException when there is none
     */
    static Patient named(Visit visit, TableName table) throws SQLException {
        TableShape shape = TableInspector.inspect(visit.connection(), table);
        TableName name = new TableName(new Identifier(shape.schema()), table.table());
        long rows =
                visit
                        .ask(
                                DoctorStatements.TABLE_ROWS,
                                row -> row.getLong(1),
                                shape.schema(),
                                table.table().name())
                        .stream()
                        .findFirst()
                        .orElse(0L);
        return new Patient(name, shape, rows);
    }

    /** Whether it looks like a queue: a status beside a column that says when a row is ready, was claimed, or its lease ends. */
    boolean isQueue() {
        return shape.column("status").isPresent()
                && Stream.of("available_at", "lease_until", "claimed_at")
                        .anyMatch(column -> shape.column(column).isPresent());
    }

    boolean isInnoDb() {
        return shape.engine().equalsIgnoreCase("InnoDB");
    }

    /** The primary key's columns, when rows can be read along it and named by it again. */
    Optional<List<Column>> key() {
        return shape.primary()
                .filter(Index::usable)
                .map(primary -> primary.columns().stream()
                        .flatMap(column -> shape.column(column).stream())
                        .toList())
                .filter(columns -> columns.stream().allMatch(KeyCodec::supports));
    }

    String schema() {
        return shape.schema();
    }

    String table() {
        return name.table().name();
    }

    /** The figure that goes with what costs time for each row. */
    String size() {
        return "the table has about " + rows + " rows";
    }
}
