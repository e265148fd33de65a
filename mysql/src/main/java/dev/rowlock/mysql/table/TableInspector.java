package dev.rowlock.mysql.table;

import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.Identifier;
import dev.rowlock.mysql.TableName;
import dev.rowlock.mysql.internal.sql.TableStatements;
import dev.rowlock.mysql.table.Column.WrittenBy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Reads how a table is made: three statements, no locks. Holds no state. */
public final class TableInspector {
    private TableInspector() {}

    public static TableShape inspect(Connection connection, TableName table) throws SQLException {
        if (table.schema().isEmpty() && connection.getCatalog() == null) {
            throw new ConfigurationException("no schema: write schema." + table
                    + ", or name the schema in the URL, as in jdbc:mysql://host:3306/schema");
        }
        String schema;
        String kind;
        String engine;
        try (PreparedStatement statement = prepare(connection, TableStatements.TABLE_KIND, table);
                ResultSet row = statement.executeQuery()) {
            if (!row.next()) {
                throw unknown(connection, table);
            }
            schema = row.getString(1);
            kind = row.getString(2);
            engine = row.getString(3) == null ? "" : row.getString(3);
        }
        return new TableShape(schema, kind, engine, columns(connection, table), indexes(connection, table));
    }

    private static ConfigurationException unknown(Connection connection, TableName table) throws SQLException {
        String schema = table.schema().map(Identifier::name).orElse(connection.getCatalog());
        return new ConfigurationException("there is no table " + table.table() + " in schema " + schema
                + ", or this account has no right on it: GRANT SELECT, UPDATE, DELETE ON "
                + new Identifier(schema).quoted() + "." + table.table().quoted() + " TO "
                + AccountName.quoted(connection.getMetaData().getUserName()));
    }

    private static List<Column> columns(Connection connection, TableName table) throws SQLException {
        List<Column> columns = new ArrayList<>();
        try (PreparedStatement statement = prepare(connection, TableStatements.TABLE_COLUMNS, table);
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                long length = row.getLong("CHARACTER_MAXIMUM_LENGTH");
                Long maxLength = row.wasNull() ? null : length;
                String extra = row.getString("EXTRA");
                columns.add(new Column(
                        new Identifier(row.getString("COLUMN_NAME")),
                        row.getString("DATA_TYPE").toLowerCase(Locale.ROOT),
                        row.getString("COLUMN_TYPE"),
                        row.getString("IS_NULLABLE").equals("YES"),
                        maxLength,
                        row.getInt("DATETIME_PRECISION"),
                        row.getString("CHARACTER_SET_NAME"),
                        extra == null ? WrittenBy.PROGRAMS : writtenBy(extra)));
            }
        }
        return columns;
    }

    private static WrittenBy writtenBy(String extra) {
        String upper = extra.toUpperCase(Locale.ROOT);
        // MySQL writes DEFAULT_GENERATED for a mere expression default.
        if (upper.contains("VIRTUAL") || upper.contains("STORED") || upper.contains("PERSISTENT")) {
            return WrittenBy.SERVER;
        }
        return upper.contains("ON UPDATE") ? WrittenBy.EVERY_UPDATE : WrittenBy.PROGRAMS;
    }

    private static List<Index> indexes(Connection connection, TableName table) throws SQLException {
        Map<String, List<String>> columns = new LinkedHashMap<>();
        Set<String> unusable = new HashSet<>();
        try (PreparedStatement statement = prepare(connection, TableStatements.TABLE_INDEXES, table);
                ResultSet row = statement.executeQuery()) {
            Set<String> labels = new HashSet<>();
            for (int at = 1; at <= row.getMetaData().getColumnCount(); at++) {
                labels.add(row.getMetaData().getColumnLabel(at).toUpperCase(Locale.ROOT));
            }
            while (row.next()) {
                String name = row.getString("INDEX_NAME");
                String column = row.getString("COLUMN_NAME");
                columns.computeIfAbsent(name, key -> new ArrayList<>()).add(column == null ? "" : column);
                boolean hidden = (labels.contains("IS_VISIBLE") && "NO".equals(row.getString("IS_VISIBLE")))
                        || (labels.contains("IGNORED") && "YES".equals(row.getString("IGNORED")));
                boolean plain = column != null
                        && row.getString("SUB_PART") == null
                        && "A".equals(row.getString("COLLATION"))
                        && "BTREE".equals(row.getString("INDEX_TYPE"));
                if (hidden || !plain) {
                    unusable.add(name);
                }
            }
        }
        return columns.entrySet().stream()
                .map(entry -> new Index(entry.getKey(), entry.getValue(), !unusable.contains(entry.getKey())))
                .toList();
    }

    private static PreparedStatement prepare(Connection connection, String sql, TableName table) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        statement.setString(1, table.schema().map(Identifier::name).orElse(null));
        statement.setString(2, table.table().name());
        return statement;
    }
}
