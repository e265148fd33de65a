package dev.rowlock.diagnose.internal.statement;

import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.List;

/**
 * Takes the values out of a statement: strings, numbers and comments become {@code ?}. Names stay; what stands in double quotes is taken
 * for a string, as it is in MySQL's default mode.
 *
 * <p>Where a string ends can depend on the session's {@code sql_mode}, and what a comment is on the server's version. In a statement that
 * reads differently, whatever is a value under any of the readings is taken out; a reading under which a whole statement does not end is
 * none. What a versioned comment says stays: it is code on most servers.
 */
public final class SqlMask {
    private static final List<SqlDialect> OTHERS =
            List.of(SqlDialect.NO_BACKSLASH_ESCAPES, SqlDialect.VERSIONED_COMMENTS_SKIPPED);

    /** The least that any server keeps of a statement. */
    private static final int SHORTEST_CUT = 600;

    private SqlMask() {}

    public static String mask(String sql) {
        return readsDifferently(sql) ? maskUnderAll(sql) : maskUsual(sql);
    }

    private static boolean readsDifferently(String sql) {
        return sql.indexOf('\\') >= 0 || sql.contains("/*!") || sql.contains("/*M!");
    }

    private static String maskUsual(String sql) {
        StringBuilder masked = new StringBuilder(sql.length());
        SqlTokens tokens = new SqlTokens(sql, 0, sql.length(), SqlDialect.USUAL);
        while (tokens.next()) {
            switch (tokens.kind()) {
                case STRING, NUMBER -> masked.append('?');
                case COMMENT -> masked.append("/*?*/");
                case SPACE, QUOTED_NAME, WORD, SIGN -> masked.append(sql, tokens.start(), tokens.end());
            }
        }
        return masked.toString();
    }

    private static String maskUnderAll(String sql) {
        BitSet values = new BitSet(sql.length());
        boolean whole = addValues(sql, SqlDialect.USUAL, values) && !canBeCut(sql);
        for (SqlDialect other : OTHERS) {
            BitSet more = new BitSet(sql.length());
            if (addValues(sql, other, more) || !whole) {
                values.or(more);
            }
        }
        StringBuilder masked = new StringBuilder(sql.length());
        int from = 0;
        while (from < sql.length()) {
            int value = values.nextSetBit(from);
            if (value < 0) {
                return masked.append(sql, from, sql.length()).toString();
            }
            masked.append(sql, from, value).append('?');
            from = values.nextClearBit(value);
        }
        return masked.toString();
    }

    /** False when the text ends inside a string or comment. */
    private static boolean addValues(String sql, SqlDialect reading, BitSet values) {
        SqlTokens tokens = new SqlTokens(sql, 0, sql.length(), reading);
        boolean finished = true;
        while (tokens.next()) {
            finished = tokens.finished();
            switch (tokens.kind()) {
                case STRING, NUMBER -> values.set(tokens.start(), Math.min(tokens.end(), sql.length()));
                case COMMENT -> {
                    if (!isVersioned(sql, tokens.start())) {
                        values.set(tokens.start(), tokens.end());
                    }
                }
                case SPACE, QUOTED_NAME, WORD, SIGN -> {
                    // Stays, unless another reading says otherwise.
                }
            }
        }
        return finished;
    }

    private static boolean canBeCut(String sql) {
        return sql.getBytes(StandardCharsets.UTF_8).length >= SHORTEST_CUT;
    }

    private static boolean isVersioned(String sql, int comment) {
        return sql.startsWith("/*!", comment) || sql.startsWith("/*M!", comment);
    }
}
