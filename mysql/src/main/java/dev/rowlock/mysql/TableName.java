package dev.rowlock.mysql;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A table, with or without its schema. Without one, the connection's own schema is meant. Immutable.
 *
 * @param schemaOrNull the schema, or {@code null} for the connection's own
 * @param table the table
 */
public record TableName(@Nullable Identifier schemaOrNull, Identifier table) {

    /** The schema, when one was given. */
    public Optional<Identifier> schema() {
        return Optional.ofNullable(schemaOrNull);
    }

    /** A table of the connection's own schema; the name is taken as it is, a dot in it is part of the name. */
    public static TableName of(String table) {
        return new TableName(null, new Identifier(table));
    }

    /**
     * Reads {@code table}, {@code schema.table} or either part in backticks, as a person writes it. A part in backticks may hold dots
     * and doubled backticks.
     */
    public static TableName parse(String text) {
        List<String> parts = new ArrayList<>();
        int at = 0;
        while (at <= text.length()) {
            if (at < text.length() && text.charAt(at) == '`') {
                int end = closingBacktick(text, at);
                parts.add(text.substring(at + 1, end).replace("``", "`"));
                at = end + 1;
            } else {
                int dot = text.indexOf('.', at);
                int end = dot < 0 ? text.length() : dot;
                parts.add(text.substring(at, end));
                at = end;
            }
            if (at == text.length()) {
                break;
            }
            if (text.charAt(at) != '.') {
                throw new ConfigurationException(
                        "cannot read the table name " + text + ": expected a dot after position " + at);
            }
            at++;
        }
        return switch (parts.size()) {
            case 1 -> new TableName(null, new Identifier(parts.get(0)));
            case 2 -> new TableName(new Identifier(parts.get(0)), new Identifier(parts.get(1)));
            default ->
                throw new ConfigurationException("cannot read the table name " + text
                        + ": write table or schema.table; a name with a dot in it goes in backticks");
        };
    }

    /** The name as a statement needs it. */
    public String quoted() {
        return schemaOrNull == null ? table.quoted() : schemaOrNull.quoted() + '.' + table.quoted();
    }

    @Override
    public String toString() {
        return schemaOrNull == null ? table.name() : schemaOrNull.name() + '.' + table.name();
    }

    private static int closingBacktick(String text, int open) {
        int at = open + 1;
        while (at < text.length()) {
            if (text.charAt(at) == '`') {
                if (at + 1 < text.length() && text.charAt(at + 1) == '`') {
                    at += 2;
                    continue;
                }
                return at;
            }
            at++;
        }
        throw new ConfigurationException("cannot read the table name " + text + ": a backtick is not closed");
    }
}
