package dev.rowlock.claim.internal.table;

import dev.rowlock.claim.ColumnRole;
import dev.rowlock.claim.IndexUse;
import dev.rowlock.claim.LeaseState;
import dev.rowlock.claim.OnComplete;
import dev.rowlock.claim.StatusValues;
import dev.rowlock.claim.TableLayout;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.Identifier;
import dev.rowlock.mysql.TableName;
import dev.rowlock.mysql.table.Column;
import dev.rowlock.mysql.table.Index;
import dev.rowlock.mysql.table.KeyCodec;
import dev.rowlock.mysql.table.TableShape;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Compares a layout with the table's shape. Pure: every refusal is one message with the value and the statement that mends it. */
public final class LayoutResolver {
    private final TableLayout layout;
    private final TableShape shape;
    private final TableName name;
    private final IndexUse indexUse;

    private LayoutResolver(TableLayout layout, TableShape shape, IndexUse indexUse) {
        this.layout = layout;
        this.indexUse = indexUse;
        this.shape = shape;
        this.name = new TableName(new Identifier(shape.schema()), layout.table().table());
    }

    /**
     * Resolves the layout.
     *
     * @throws ConfigurationException when the table cannot be worked as described
     */
    public static ResolvedTable resolve(TableLayout layout, TableShape shape) {
        return new LayoutResolver(layout, shape, layout.indexUse()).resolve();
    }

    /** The same for looking only: a table without a fitting index is not refused. */
    public static ResolvedTable resolveAny(TableLayout layout, TableShape shape) {
        return new LayoutResolver(layout, shape, IndexUse.SCAN_ALLOWED).resolve();
    }

    private ResolvedTable resolve() {
        requireInnoDbTable();
        List<Column> key = key();
        Map<ColumnRole, Column> columns = columns();
        Column status = columns.get(ColumnRole.STATUS);
        if (status == null) {
            throw new ConfigurationException(
                    name + " has no column status; name the column that says whether a row is ready. It has: "
                            + columnNames());
        }
        requireColumnsOfTheirOwn(key, columns);
        Optional<Column> availableAt = Optional.ofNullable(columns.get(ColumnRole.AVAILABLE_AT));
        Map<LeaseState, Object> states = states(status);
        return new ResolvedTable(
                name,
                key,
                columns,
                states,
                claimIndex(key, status, availableAt),
                layout.onComplete(),
                layout.clock(),
                Guarantees.lost(name, columns, states));
    }

    private void requireInnoDbTable() {
        if (shape.kind().contains("VIEW")) {
            throw new ConfigurationException(
                    name + " is a view: rows are claimed in the table behind it; name that table");
        }
        if (!shape.engine().equalsIgnoreCase("InnoDB")) {
            throw new ConfigurationException(name + " uses the engine " + shape.engine()
                    + ", which has no row locks (B9): ALTER TABLE " + name.quoted() + " ENGINE = InnoDB");
        }
    }

    private List<Column> key() {
        Index primary = shape.primary()
                .orElseThrow(() -> new ConfigurationException(name
                        + " has no primary key, so a claimed row cannot be named again: ALTER TABLE " + name.quoted()
                        + " ADD COLUMN `id` BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY"));
        if (!primary.usable()) {
            throw new ConfigurationException(name
                    + " has a primary key with prefix lengths or descending parts, which Rowlock does not read along: "
                    + primary.columns());
        }
        List<Column> key = primary.columns().stream().map(this::existing).toList();
        for (Column column : key) {
            if (!KeyCodec.supports(column)) {
                throw new ConfigurationException(
                        name + " has the key column " + column.name() + " of type " + column.fullType()
                                + ", whose values cannot be compared exactly; supported are whole numbers, decimals, text, bytes, UUID and times");
            }
        }
        return key;
    }

    private Map<ColumnRole, Column> columns() {
        Map<ColumnRole, Column> found = new EnumMap<>(ColumnRole.class);
        for (ColumnRole role : ColumnRole.values()) {
            Optional<Identifier> chosen = layout.chosen(role);
            if (chosen.isPresent()) {
                found.put(
                        role, RoleFit.require(name, role, existing(chosen.get().name())));
            } else if (!layout.isAbsent(role)) {
                shape.column(role.usualName())
                        .ifPresent(column -> found.put(role, RoleFit.require(name, role, column)));
            }
        }
        return found;
    }

    /** A column can have one role only, and what a claim writes must not be part of what names its row. */
    private void requireColumnsOfTheirOwn(List<Column> key, Map<ColumnRole, Column> columns) {
        Map<Column, ColumnRole> taken = new HashMap<>();
        columns.forEach((role, column) -> {
            ColumnRole other = taken.putIfAbsent(column, role);
            if (other != null && role != ColumnRole.PAYLOAD) {
                throw new ConfigurationException(name + ": the column " + column.name() + " cannot be both "
                        + other.usualName() + " and " + role.usualName() + "; name another column for one, or none");
            }
            boolean written = role != ColumnRole.AVAILABLE_AT && role != ColumnRole.PAYLOAD;
            if (written && key.contains(column)) {
                throw new ConfigurationException(
                        name + ": " + role.usualName() + " is the column " + column.name()
                                + " of the primary key, so a claim would change which row it is: key the table by other columns");
            }
        });
    }

    private Column existing(String column) {
        return shape.column(column)
                .orElseThrow(() ->
                        new ConfigurationException(name + " has no column " + column + ". It has: " + columnNames()));
    }

    private String columnNames() {
        return shape.columns().stream().map(column -> column.name().name()).collect(Collectors.joining(", "));
    }

    private Map<LeaseState, Object> states(Column status) {
        StatusValues values = layout.status();
        Map<LeaseState, Object> states = new EnumMap<>(LeaseState.class);
        states.put(LeaseState.READY, fitting(status, values.ready()));
        states.put(LeaseState.PROCESSING, fitting(status, values.processing()));
        if (layout.onComplete() == OnComplete.MARK) {
            states.put(LeaseState.DONE, fitting(status, values.done()));
        }
        values.dead()
                .filter(dead ->
                        layout.isDeadChosen() || StatusFit.problem(status, dead).isEmpty())
                .ifPresent(dead -> states.put(LeaseState.DEAD, fitting(status, dead)));
        if (new HashSet<>(states.values()).size() < states.size()) {
            throw new ConfigurationException(name + ": two states are the same number in column " + status.name()
                    + ": ready=" + values.ready() + ", processing=" + values.processing() + ", done=" + values.done()
                    + ", dead=" + values.dead().orElse("(none)"));
        }
        return states;
    }

    private Object fitting(Column status, String value) {
        Optional<String> problem = StatusFit.problem(status, value);
        if (problem.isPresent()) {
            throw new ConfigurationException(name + ": " + problem.get());
        }
        return StatusFit.bound(status, value);
    }

    private @Nullable String claimIndex(List<Column> key, Column status, Optional<Column> availableAt) {
        Optional<Index> index = ClaimIndex.choose(shape, key, status, availableAt);
        if (index.isEmpty() && indexUse == IndexUse.REQUIRED) {
            throw new ConfigurationException(name
                    + " has no index that gives ready rows in the order of the claim (A4), so a claim would read and sort every ready row: "
                    + ClaimIndex.createStatement(name, key, status, availableAt)
                    + "; or allow reading along the primary key (scan)");
        }
        return index.map(Index::name).orElse(null);
    }
}
