package dev.rowlock.binlog.internal.event;

import dev.rowlock.mysql.TableName;
import dev.rowlock.mysql.table.TableShape;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The tables that are watched, as they are made now. A table that was altered is looked at again when its next rows come. Used by the stream's
 * thread alone, after it was made.
 */
public final class Watched {
    /** Looks at a table; empty when it does not exist any more. */
    public interface Inspector {
        Optional<TableShape> inspect(TableName table);
    }

    private static final class Entry {
        private final TableName name;
        private @Nullable KeyShape shape;
        private @Nullable TableMap seen;

        Entry(TableName name, KeyShape shape) {
            this.name = name;
            this.shape = shape;
        }
    }

    private record Place(String schema, String table) {}

    private final Inspector inspector;
    private final LetterCase letterCase;
    private final Map<Place, Entry> entries = new HashMap<>();

    /** How the server compares names of tables. */
    public enum LetterCase {
        SENSITIVE,
        IGNORED
    }

    public Watched(Inspector inspector, LetterCase letterCase) {
        this.inspector = inspector;
        this.letterCase = letterCase;
    }

    public void add(TableName name, TableShape table, KeyShape shape) {
        entries.put(place(table.schema(), name.table().name()), new Entry(name, shape));
    }

    /** A table of the log, if it is watched. */
    Optional<TableName> name(TableMap map) {
        return Optional.ofNullable(entries.get(place(map.schema(), map.table())))
                .map(entry -> entry.name);
    }

    /** How to read its key; empty when what is known of the table does not fit what the log says of it. */
    Optional<KeyShape> shape(TableMap map) {
        Entry entry = entries.get(place(map.schema(), map.table()));
        if (entry == null) {
            return Optional.empty();
        }
        boolean same = entry.seen != null && entry.seen.sameColumns(map);
        KeyShape shape = entry.shape;
        if (shape == null || !shape.fits(map) || (entry.seen != null && !same)) {
            shape = inspector
                    .inspect(entry.name)
                    .flatMap(table -> KeyShape.of(table).shape())
                    .filter(found -> found.fits(map))
                    .orElse(null);
            entry.shape = shape;
        }
        entry.seen = map;
        return Optional.ofNullable(shape);
    }

    /** A statement that alters tables was logged; returns the watched one it names, if it seems to name one. */
    Optional<TableName> altered(String sql) {
        String text = sql.toLowerCase(Locale.ROOT);
        Optional<TableName> named = Optional.empty();
        for (Entry entry : entries.values()) {
            if (text.contains(entry.name.table().name().toLowerCase(Locale.ROOT))) {
                entry.shape = null;
                named = Optional.of(entry.name);
            }
        }
        return named;
    }

    private Place place(String schema, String table) {
        return letterCase == LetterCase.SENSITIVE
                ? new Place(schema, table)
                : new Place(schema.toLowerCase(Locale.ROOT), table.toLowerCase(Locale.ROOT));
    }
}
