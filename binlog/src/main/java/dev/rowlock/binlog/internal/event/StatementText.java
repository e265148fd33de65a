package dev.rowlock.binlog.internal.event;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * What may be learnt from a logged statement: its first word, and the comment at its beginning. Comments further on are left alone: they may
 * stand inside a string, and then they are somebody's data.
 */
record StatementText(String firstWord, Optional<String> comment) {
    private static final int LONGEST_COMMENT = 100;
    private static final int LOOK = 1_000;
    private static final Set<String> DATA_CHANGES =
            Set.of("insert", "update", "delete", "replace", "load", "with", "call", "merge");
    private static final Set<String> TABLE_CHANGES =
            Set.of("alter", "create", "drop", "rename", "truncate", "optimize");

    static StatementText of(String sql) {
        String text = sql.length() > LOOK ? sql.substring(0, LOOK) : sql;
        int at = spaces(text, 0);
        Optional<String> comment = Optional.empty();
        while (text.startsWith("/*", at)) {
            int end = text.indexOf("*/", at + 2);
            if (end < 0) {
                return new StatementText("", comment);
            }
            comment = comment.isPresent() ? comment : comment(text, at, end);
            at = spaces(text, end + 2);
        }
        int end = at;
        while (end < text.length() && Character.isLetter(text.charAt(end))) {
            end++;
        }
        int behind = spaces(text, end);
        if (comment.isEmpty() && text.startsWith("/*", behind)) {
            int close = text.indexOf("*/", behind + 2);
            comment = close < 0 ? Optional.empty() : comment(text, behind, close);
        }
        return new StatementText(text.substring(at, end).toLowerCase(Locale.ROOT), comment);
    }

    private static Optional<String> comment(String text, int from, int end) {
        String inside = text.substring(from + 2, end).strip();
        return inside.startsWith("!") || inside.isEmpty()
                ? Optional.empty()
                : Optional.of(inside.length() > LONGEST_COMMENT ? inside.substring(0, LONGEST_COMMENT) : inside);
    }

    private static int spaces(String text, int from) {
        int at = from;
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at;
    }

    boolean changesData() {
        return DATA_CHANGES.contains(firstWord);
    }

    boolean changesTables() {
        return TABLE_CHANGES.contains(firstWord);
    }
}
