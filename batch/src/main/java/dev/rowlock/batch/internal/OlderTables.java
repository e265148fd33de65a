package dev.rowlock.batch.internal;

import dev.rowlock.batch.internal.sql.SchemaStatements;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.table.Call;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Those of our own tables that are not of this version, with the columns they lack. Immutable.
 *
 * @param there all of ours that are there, by name
 */
record OlderTables(Map<String, OwnTable> there, Map<OwnShape, List<String>> lacking) {
    private static final String RUNS = "rowlock_batch_run";

    static OlderTables among(Map<String, OwnTable> there) {
        Map<OwnShape, List<String>> lacking = new LinkedHashMap<>();
        for (OwnShape shape : OwnShape.all()) {
            OwnTable table = there.get(shape.name());
            if (table != null) {
                List<String> lacks = table.lacks(shape);
                if (table.version() < OwnShape.version() || !lacks.isEmpty()) {
                    lacking.put(shape, lacks);
                }
            }
        }
        return new OlderTables(there, lacking);
    }

    boolean isEmpty() {
        return lacking.isEmpty();
    }

    /** Which schema, which versions, and what is missing. */
    String told() {
        int oldest = there.values().stream().mapToInt(OwnTable::version).min().orElse(OwnShape.version());
        String schema =
                there.values().stream().map(OwnTable::schema).findFirst().orElse("");
        String missing = lacking.entrySet().stream()
                .filter(entry -> !entry.getValue().isEmpty())
                .map(entry -> entry.getKey().name() + " lacks " + String.join(", ", entry.getValue()))
                .collect(Collectors.joining("; "));
        return "Rowlock's own tables in the schema " + schema + " are of version " + oldest
                + (missing.isEmpty() ? "" : " (" + missing + ")") + ", and this Rowlock needs version "
                + OwnShape.version();
    }

    /** What brings them to this version, a statement for each. */
    List<String> mending() {
        return lacking.entrySet().stream()
                .map(entry -> entry.getKey()
                        .mending(
                                Objects.requireNonNull(there.get(entry.getKey().name()))
                                        .quoted(),
                                entry.getValue()))
                .toList();
    }

    /**
     * Refuses where rows would be left without something that nobody can tell.
     *
     * @throws ConfigurationException with the statement that gives these rows up
     */
    void requireMendable(Connection connection) throws SQLException {
        Optional<String> column =
                unknown().filter(name -> !OwnShape.isForRunsThatGoOn(name)).findFirst();
        if (column.isPresent()) {
            throw new ConfigurationException(told() + ": nobody can tell what " + column.get()
                    + " of their rows was. Finish their runs with the Rowlock that began them, then "
                    + SchemaStatements.SCHEMA_DROP.replace(
                            "{tables}",
                            there.values().stream().map(OwnTable::quoted).collect(Collectors.joining(", ")))
                    + "; the next run creates them anew");
        }
        column = unknown().findFirst();
        if (column.isPresent()) {
            String runs = Objects.requireNonNull(there.get(RUNS)).quoted();
            List<String> unfinished = new Call(connection, SchemaStatements.SCHEMA_UNFINISHED.replace("{table}", runs))
                    .query(row -> row.getString(1));
            if (!unfinished.isEmpty()) {
                throw new ConfigurationException(
                        told() + ": nobody can tell what " + column.get() + " of what is not over (run "
                                + String.join(", ", unfinished)
                                + ") was. Finish it with the Rowlock that began it, or give it up: "
                                + SchemaStatements.SCHEMA_GIVE_UP.replace("{table}", runs));
            }
        }
    }

    /** Columns that rows which are there already cannot do without. */
    private Stream<String> unknown() {
        return lacking.entrySet().stream()
                .flatMap(entry -> entry.getValue().stream()
                        .filter(column -> !entry.getKey().canBeAdded(column)));
    }
}
