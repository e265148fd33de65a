package dev.rowlock.batch.internal;

import dev.rowlock.batch.internal.sql.SchemaStatements;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.Identifier;
import dev.rowlock.mysql.TableName;
import dev.rowlock.mysql.table.Call;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** One of our own tables as the server has it. Immutable. */
record OwnTable(String schema, String name, int version, Set<String> columns) {
    /**
     * Reads those that are there, by name. Two statements, no locks.
     *
     * @throws ConfigurationException when one is not ours, or of a newer Rowlock
     */
    static Map<String, OwnTable> read(Connection connection, Store store) throws SQLException {
        String schema = store.schema().map(Identifier::name).orElse(null);
        Set<String> ours = new HashSet<>();
        OwnShape.all().forEach(shape -> ours.add(shape.name()));
        Map<String, OwnTable> there = new LinkedHashMap<>();
        for (OwnTable table : new Call(connection, SchemaStatements.SCHEMA_VERSIONS)
                .with(schema)
                .query(row -> named(row.getString(1), row.getString(2), row.getString(3), ours))) {
            if (ours.contains(table.name())) {
                there.put(table.name(), table);
            }
        }
        if (!there.isEmpty()) {
            new Call(connection, SchemaStatements.SCHEMA_COLUMNS).with(schema).query(row -> {
                OwnTable table = there.get(row.getString(1).toLowerCase(Locale.ROOT));
                return table != null && table.columns().add(row.getString(2).toLowerCase(Locale.ROOT));
            });
        }
        return there;
    }

    /** Tables that merely begin like ours are nobody's business. */
    private static OwnTable named(String schema, String given, String comment, Set<String> ours) {
        String name = given.toLowerCase(Locale.ROOT);
        int version = ours.contains(name)
                ? OwnShape.version(comment)
                        .orElseThrow(() -> new ConfigurationException("the table " + schema + "."
                                + given + " is not one of Rowlock's own (its comment is '" + comment
                                + "'): rename it, or give Rowlock's own tables another schema (--schema-for-tables)"))
                : 0;
        if (version > OwnShape.version()) {
            throw new ConfigurationException(
                    "Rowlock's own tables in the schema " + schema + " are of version " + version
                            + ", and this Rowlock knows version " + OwnShape.version()
                            + ": take the newer Rowlock, or another schema for this one's (--schema-for-tables)");
        }
        return new OwnTable(schema, name, version, new HashSet<>());
    }

    /** Columns of this version that it does not have. */
    List<String> lacks(OwnShape shape) {
        return shape.columns().keySet().stream()
                .filter(column -> !columns.contains(column))
                .toList();
    }

    String quoted() {
        return new TableName(new Identifier(schema), new Identifier(name)).quoted();
    }
}
