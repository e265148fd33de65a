package dev.rowlock.diagnose.internal.doctor;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A statement as a server's digest table prints it: one space between tokens, {@code ?} for values, {@code (...)} for lists, names in
 * backticks unless they are also keywords. Pure.
 *
 * @param text the digest text; the server cuts a long one and ends it in {@code ...}
 */
record SeenStatement(String text) {
    private static final Pattern QUOTED_NAME = Pattern.compile("`(?:[^`]|``)*`");
    private static final Pattern AGGREGATE = Pattern.compile(
            "\\b(?:COUNT|SUM|AVG|MIN|MAX|GROUP_CONCAT|STD|STDDEV|VARIANCE|BIT_AND|BIT_OR|BIT_XOR|JSON_ARRAYAGG|JSON_OBJECTAGG) ?\\("
                    + "|\\bGROUP BY\\b|\\bSELECT DISTINCT\\b|\\bHAVING\\b");
    private static final Pattern FROM_CLAUSE = Pattern.compile(
            " FROM (.*?)(?: WHERE | GROUP BY | HAVING | ORDER BY | LIMIT | FOR (?:UPDATE|SHARE)| LOCK IN |$)");
    private static final Pattern SEVERAL_TABLES = Pattern.compile("\\b(?:STRAIGHT_JOIN|JOIN)\\b| , ");
    private static final Pattern FROM = Pattern.compile(" FROM (?:(\\S+) \\. )?(\\S+)");
    private static final Pattern WHERE =
            Pattern.compile(" WHERE (.*?)(?: GROUP BY | ORDER BY | LIMIT | FOR | LOCK IN |$)");
    private static final Pattern UPDATE_BY_LIST = Pattern.compile(
            "UPDATE .* WHERE (?:\\( )?(?:\\S+ \\. )?(?:\\S+|\\( [^()]* \\)) IN \\(\\.\\.\\.\\)(?: \\))?(?: ORDER BY .*| LIMIT .*)?");

    SeenStatement {
        text = text.strip(); // MariaDB ends each with a space
    }

    boolean isCut() {
        return text.endsWith("...");
    }

    boolean skipsLocked() {
        return text.contains(" SKIP LOCKED");
    }

    boolean isLockingRead() {
        return text.startsWith("SELECT ")
                && (text.contains(" FOR UPDATE")
                        || text.contains(" FOR SHARE")
                        || text.contains(" LOCK IN SHARE MODE"));
    }

    boolean aggregates() {
        return AGGREGATE.matcher(outer()).find();
    }

    /** Whether rows of more than one table are locked: a join without FOR UPDATE OF. */
    boolean joins() {
        String outer = outer();
        Matcher from = FROM_CLAUSE.matcher(outer);
        return from.find()
                && SEVERAL_TABLES.matcher(from.group(1)).find()
                && !outer.contains(" FOR UPDATE OF ")
                && !outer.contains(" FOR SHARE OF ");
    }

    boolean isLimited() {
        return outer().contains(" LIMIT ");
    }

    /** The table it reads from first, without quotes and schema; empty when that is no plain table. */
    String table() {
        Matcher from = FROM.matcher(text);
        return from.find() ? unquoted(from.group(2)) : "";
    }

    /** Whether the rows are named by this column: equal to something, in a list, or between two bounds. */
    boolean isBoundBy(List<String> key) {
        Matcher where = WHERE.matcher(text);
        if (key.isEmpty() || !where.find()) {
            return false;
        }
        String condition = where.group(1);
        String column = "(?:^|[ (])(?:\\S+ \\. )?`?" + Pattern.quote(key.get(0)) + "`?";
        boolean named = matches(condition, column + " (?:=|IN|BETWEEN) ");
        boolean below = matches(condition, column + " (?:<|<=) ");
        boolean above = matches(condition, column + " (?:>|>=) ");
        return named || (below && above);
    }

    /** An UPDATE by a list of keys that tests nothing else (C5). */
    boolean updatesByListAlone() {
        return UPDATE_BY_LIST.matcher(text).matches();
    }

    private static boolean matches(String condition, String pattern) {
        return Pattern.compile(pattern, Pattern.CASE_INSENSITIVE)
                .matcher(condition)
                .find();
    }

    /** Without what stands in parentheses, such as subqueries and lists of columns, and without names, which may look like code. */
    private String outer() {
        StringBuilder outer = new StringBuilder(text.length());
        int depth = 0;
        for (String token : QUOTED_NAME.matcher(text).replaceAll("`n`").split(" ", -1)) {
            if (token.equals(")")) {
                depth = Math.max(0, depth - 1);
            }
            if (depth == 0) {
                outer.append(token).append(' ');
            }
            if (token.equals("(")) {
                depth++;
            }
        }
        return outer.toString();
    }

    private static String unquoted(String name) {
        return name.startsWith("`") && name.endsWith("`") && name.length() > 2
                ? name.substring(1, name.length() - 1).replace("``", "`")
                : name;
    }

    /** For people: not longer than a few lines. */
    String shown() {
        return text.length() > 240 ? text.substring(0, 240) + " ..." : text;
    }
}
