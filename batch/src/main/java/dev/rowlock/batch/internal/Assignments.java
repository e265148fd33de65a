package dev.rowlock.batch.internal;

import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.table.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Which columns an assignment list sets. Pure. */
final class Assignments {
    private Assignments() {}

    /** Refuses assignments to the key: a row that moves along the key could be met twice, or never. */
    static void requireNoKey(String assignments, Target target) {
        for (String column : columns(assignments)) {
            for (Column key : target.key()) {
                if (key.name().name().equalsIgnoreCase(column)) {
                    throw new ConfigurationException(
                            "the assignment sets " + column + ", a part of the primary key of " + target.name()
                                    + ": a row that moves along the key could be met twice, so a batch does not change it");
                }
            }
        }
    }

    /** The names left of the equal signs, without qualifiers. */
    static List<String> columns(String assignments) {
        List<String> names = new ArrayList<>();
        for (String part : split(assignments)) {
            int equals = part.indexOf('=');
            if (equals < 0) {
                throw new ConfigurationException(
                        "cannot read the assignment " + part.strip() + ": write column = value");
            }
            String left = part.substring(0, equals).strip();
            if (left.endsWith(":")) {
                throw new ConfigurationException(
                        "cannot read the assignment " + part.strip() + ": write column = value");
            }
            int dot = left.endsWith("`") ? left.lastIndexOf("`", left.length() - 2) : left.lastIndexOf('.') + 1;
            names.add(left.substring(Math.max(0, dot)).replace("`", "").strip().toLowerCase(Locale.ROOT));
        }
        return names;
    }

    /** Splits at commas outside quotes and brackets; the fragment was checked before. */
    private static List<String> split(String text) {
        List<String> parts = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        int depth = 0;
        char quote = 0;
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (c == '\'' || c == '"' || c == '`') {
                quote = c;
            } else {
                depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            }
            if (c == ',' && quote == 0 && depth == 0) {
                parts.add(part.toString());
                part.setLength(0);
            } else {
                part.append(c);
            }
        }
        parts.add(part.toString());
        return parts;
    }
}
