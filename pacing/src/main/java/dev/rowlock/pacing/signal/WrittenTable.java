package dev.rowlock.pacing.signal;

import dev.rowlock.mysql.Identifier;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Whether a statement writes a table, from its digest's text, in which the server has quoted every name. Pure. */
final class WrittenTable {
    private static final List<String> VERBS = List.of("UPDATE", "INSERT", "DELETE", "REPLACE");

    /** Where the written table stands: before SET in an UPDATE, after INTO or FROM in the others. */
    private static final Pattern END = Pattern.compile("\\b(?:SET|WHERE|VALUES|VALUE|SELECT|USING)\\b|\\(");

    private WrittenTable() {}

    static boolean isWrittenBy(StatementKey key, String schema, Identifier table) {
        String text = key.text().strip();
        String verb = text.split("\\s+", 2)[0].toUpperCase(Locale.ROOT);
        if (!VERBS.contains(verb)) {
            return false;
        }
        String head = END.split(text, 2)[0];
        String name = table.quoted();
        String qualified = new Identifier(schema.isEmpty() ? "-" : schema).quoted() + " . " + name;
        if (head.contains(qualified)) {
            return true;
        }
        int at = head.indexOf(name);
        boolean ownSchema = schema.equals(key.schemaOrNull());
        return at >= 0 && ownSchema && !head.substring(0, at).strip().endsWith(".");
    }
}
