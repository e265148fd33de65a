package dev.rowlock.claim;

import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.Identifier;
import dev.rowlock.mysql.TableName;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The user's table as a queue: its name, which column plays which role, and what its status column holds. Nothing in it has been
 * compared with the server yet; {@link LeaseTable#open} does that. Roles for which no column is named take the column of the usual name
 * where it exists. The key is always the table's primary key. Immutable.
 */
public final class TableLayout {
    private final TableName table;
    private final Map<ColumnRole, Identifier> columns;
    private final Set<ColumnRole> absent;
    private final StatusValues status;
    private final boolean deadChosen;
    private final OnComplete onComplete;
    private final DatabaseClock clock;
    private final IndexUse indexUse;

    private TableLayout(Builder builder) {
        this.table = builder.table;
        this.columns = Map.copyOf(builder.columns);
        this.absent = Set.copyOf(builder.absent);
        this.status = builder.status;
        this.deadChosen = builder.deadChosen;
        this.onComplete = builder.onComplete;
        this.clock = builder.clock;
        this.indexUse = builder.indexUse;
    }

    /** A table all of whose columns have the usual names, such as both layouts of rule A12. */
    public static TableLayout of(String table) {
        return builder(TableName.parse(table)).build();
    }

    public static Builder builder(TableName table) {
        return new Builder(table);
    }

    public TableName table() {
        return table;
    }

    /** The column chosen for a role by the user. */
    public Optional<Identifier> chosen(ColumnRole role) {
        return Optional.ofNullable(columns.get(role));
    }

    /** Whether the user said that no column plays this role. */
    public boolean isAbsent(ColumnRole role) {
        return absent.contains(role);
    }

    public StatusValues status() {
        return status;
    }

    /** Whether the user named the dead-letter state; if not, it is used only where the column can hold it. */
    public boolean isDeadChosen() {
        return deadChosen;
    }

    public OnComplete onComplete() {
        return onComplete;
    }

    public DatabaseClock clock() {
        return clock;
    }

    public IndexUse indexUse() {
        return indexUse;
    }

    /** Collects what differs from the usual. Not thread-safe. */
    public static final class Builder {
        private final TableName table;
        private final Map<ColumnRole, Identifier> columns = new EnumMap<>(ColumnRole.class);
        private final Set<ColumnRole> absent = EnumSet.noneOf(ColumnRole.class);
        private StatusValues status = StatusValues.usual();
        private boolean deadChosen;
        private OnComplete onComplete = OnComplete.MARK;
        private DatabaseClock clock = DatabaseClock.SESSION;
        private IndexUse indexUse = IndexUse.REQUIRED;

        private Builder(TableName table) {
            this.table = table;
        }

        /** The column that plays the role, whatever its name. */
        public Builder column(ColumnRole role, String name) {
            columns.put(role, new Identifier(name));
            absent.remove(role);
            return this;
        }

        /** No column plays the role, even if one has the usual name. */
        public Builder without(ColumnRole role) {
            if (role == ColumnRole.STATUS) {
                throw new ConfigurationException("a table without a status column cannot be claimed from");
            }
            absent.add(role);
            columns.remove(role);
            return this;
        }

        /** What the status column holds; a dead-letter state in it has to fit the column. */
        public Builder status(StatusValues values) {
            status = values;
            deadChosen = values.dead().isPresent();
            return this;
        }

        public Builder onComplete(OnComplete what) {
            onComplete = what;
            return this;
        }

        public Builder clock(DatabaseClock which) {
            clock = which;
            return this;
        }

        public Builder indexUse(IndexUse use) {
            indexUse = use;
            return this;
        }

        public TableLayout build() {
            return new TableLayout(this);
        }
    }
}
