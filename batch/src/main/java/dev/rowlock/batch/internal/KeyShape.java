package dev.rowlock.batch.internal;

import dev.rowlock.batch.internal.sql.TargetStatements;
import dev.rowlock.mysql.TableName;
import dev.rowlock.mysql.table.Call;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * How a table's primary key is made, which is what the checkpoints and the ledger of a run stand on: a cursor in another order would pass rows
 * over, or meet them twice. Immutable.
 *
 * @param parts in the key's order; empty when the table, or its key, is gone
 */
public record KeyShape(List<Part> parts) {
    private static final Set<String> WHOLE = Set.of("tinyint", "smallint", "mediumint", "int", "integer", "bigint");

    /** Types whose values stay what they are when the type gets longer. */
    private static final Set<String> GROWING = Set.of("varchar", "char", "varbinary");

    public KeyShape {
        parts = List.copyOf(parts);
    }

    /**
     * A column of the key.
     *
     * @param type the type with everything, in lower case
     * @param collation empty for what has none
     */
    public record Part(String name, String type, String collation) {
        private String base() {
            return type.split("[ (]", 2)[0];
        }

        /** What its values and their order depend on: two parts of one order have every cursor in common. */
        private String order() {
            if (WHOLE.contains(base())) {
                return "whole";
            }
            if (base().equals("decimal")) {
                return "decimal" + type.replaceFirst(".*,", ",");
            }
            return (GROWING.contains(base()) ? base() : type) + " " + collation;
        }

        /** The same, and how a process that goes on with what it knows reads and writes its values. */
        private String reading() {
            return order() + (type.contains("unsigned") ? base().equals("bigint") ? " 64" : " unsigned" : "");
        }

        @Override
        public String toString() {
            return name + " " + type + (collation.isEmpty() ? "" : " COLLATE " + collation);
        }
    }

    /** Reads it: one statement, no locks, no row of the table. */
    public static KeyShape read(Connection connection, TableName name) throws SQLException {
        String schema = name.schema().orElseThrow().name();
        return new KeyShape(new Call(connection, TargetStatements.TARGET_KEY)
                .with(schema)
                .with(name.table().name())
                .with(schema)
                .with(name.table().name())
                .query(row -> new Part(row.getString(1), row.getString(2).toLowerCase(Locale.ROOT), row.getString(3))));
    }

    /** Whether a run may go on with its checkpoints, once its processes have read anew how the table is made. */
    boolean hasOrderOf(KeyShape other) {
        return lines(Part::order).equals(other.lines(Part::order));
    }

    /** Whether a process may go on with what it knows. */
    boolean readsLike(KeyShape other) {
        return lines(Part::reading).equals(other.lines(Part::reading));
    }

    private List<String> lines(Function<Part, String> what) {
        return parts.stream()
                .map(part -> part.name().toLowerCase(Locale.ROOT) + " " + what.apply(part))
                .toList();
    }

    /** As the run's row keeps it: a line for each part. */
    String write() {
        return parts.stream()
                .map(part -> String.join("\t", part.name(), part.type(), part.collation()))
                .collect(Collectors.joining("\n"));
    }

    /** Reads what {@link #write} wrote. */
    static KeyShape parse(String text) {
        return new KeyShape(Arrays.stream(text.split("\n"))
                .filter(line -> !line.isEmpty())
                .map(line -> line.split("\t", -1))
                .map(fields -> new Part(fields[0], fields[1], fields[2]))
                .toList());
    }

    @Override
    public String toString() {
        return parts.stream().map(Part::toString).collect(Collectors.joining(", ", "(", ")"));
    }
}
