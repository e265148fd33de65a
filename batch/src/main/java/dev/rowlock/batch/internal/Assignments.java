package dev.rowlock.batch.internal;

import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.table.Column;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Which columns an assignment list sets, and to what. Pure. */
public final class Assignments {
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

    /** Refuses values for columns that the server computes; MariaDB itself would only say so row by row. */
    static void requireNoneComputed(String assignments, Target target) {
        Map<String, String> expressions = expressions(assignments);
        for (Column column : target.shape().columns()) {
            String expression = expressions.get(column.name().name().toLowerCase(Locale.ROOT));
            if (column.writtenBy() == Column.WrittenBy.SERVER
                    && expression != null
                    && !expression.equalsIgnoreCase("DEFAULT")) {
                throw new ConfigurationException("the assignment sets " + column.name() + " of " + target.name()
                        + ", a generated column, which the server computes: set the columns it is made of");
            }
        }
    }

    /** The names left of the equal signs, without qualifiers, in lower case. */
    public static List<String> columns(String assignments) {
        return List.copyOf(expressions(assignments).keySet());
    }

    /** What stands right of them, by these names, in their order. */
    public static Map<String, String> expressions(String assignments) {
        Map<String, String> expressions = new LinkedHashMap<>();
        for (String part : split(assignments)) {
            int equals = equalSign(part);
            String left = equals < 0 ? "" : part.substring(0, equals).strip();
            if (left.isEmpty() || left.endsWith(":")) {
                throw new ConfigurationException(
                        "cannot read the assignment " + part.strip() + ": write column = value");
            }
            String name = name(left);
            if (expressions.put(name, part.substring(equals + 1).strip()) != null) {
                throw new ConfigurationException("the assignments set " + name + " twice");
            }
        }
        return expressions;
    }

    /** The first one that is in no name. */
    private static int equalSign(String part) {
        char quote = 0;
        for (int at = 0; at < part.length(); at++) {
            char c = part.charAt(at);
            if (c == '`') {
                quote = quote == 0 ? c : 0;
            } else if (c == '=' && quote == 0) {
                return at;
            }
        }
        return -1;
    }

    /** The last part of a name, in backticks or not. */
    private static String name(String left) {
        int from = left.endsWith("`") ? left.lastIndexOf('`', left.length() - 2) : left.lastIndexOf('.') + 1;
        return left.substring(Math.max(0, from)).replace("`", "").strip().toLowerCase(Locale.ROOT);
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
