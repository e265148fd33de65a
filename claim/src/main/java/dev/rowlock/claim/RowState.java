package dev.rowlock.claim;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;

/**
 * A row as it was seen when an operation could not go ahead: the text of its protocol columns, without the payload. Immutable.
 *
 * @param values text by role; a role is missing when the table has no such column or it is NULL
 */
public record RowState(Map<ColumnRole, String> values) {
    public RowState {
        EnumMap<ColumnRole, String> ordered = new EnumMap<>(ColumnRole.class);
        ordered.putAll(values);
        values = java.util.Collections.unmodifiableMap(ordered);
    }

    /** The text of a column; empty when the table has none or it is NULL. */
    public Optional<String> value(ColumnRole role) {
        return Optional.ofNullable(values.get(role));
    }

    /** What the status column held; {@code (null)} for NULL. */
    public String status() {
        return value(ColumnRole.STATUS).orElse("(null)");
    }

    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(" ");
        values.forEach((role, value) -> text.add(role.name().toLowerCase(Locale.ROOT) + "=" + value));
        return text.toString();
    }
}
