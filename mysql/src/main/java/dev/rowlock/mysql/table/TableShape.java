package dev.rowlock.mysql.table;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A table as the server describes it. Immutable.
 *
 * @param schema the schema it was found in
 * @param kind such as {@code BASE TABLE} or {@code VIEW}
 * @param engine such as {@code InnoDB}; empty for a view
 */
public record TableShape(String schema, String kind, String engine, List<Column> columns, List<Index> indexes) {
    public TableShape {
        columns = List.copyOf(columns);
        indexes = List.copyOf(indexes);
    }

    public Optional<Column> column(String name) {
        String wanted = name.toLowerCase(Locale.ROOT);
        return columns.stream()
                .filter(column -> column.name().name().toLowerCase(Locale.ROOT).equals(wanted))
                .findFirst();
    }

    public Optional<Index> primary() {
        return indexes.stream().filter(Index::isPrimary).findFirst();
    }
}
