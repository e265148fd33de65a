package dev.rowlock.diagnose.internal.statement;

import dev.rowlock.diagnose.Side;
import java.util.Locale;
import java.util.Map;

/** The side that a statement names itself, by the first word of a comment. */
public final class SideComment {
    private static final Map<String, Side> WORDS =
            Map.of("rowlock", Side.BATCH, "batch", Side.BATCH, "online", Side.ONLINE);

    private SideComment() {}

    /** The first comment that begins with one of the words decides. */
    public static Side in(String sql) {
        SqlTokens tokens = new SqlTokens(sql, 0, sql.length(), SqlDialect.USUAL);
        while (tokens.next()) {
            if (tokens.kind() == SqlTokens.Kind.COMMENT) {
                Side side = WORDS.get(firstWord(sql, tokens.start(), tokens.end()));
                if (side != null) {
                    return side;
                }
            }
        }
        return Side.UNKNOWN;
    }

    private static String firstWord(String sql, int from, int to) {
        int start = from;
        while (start < to && !Character.isLetterOrDigit(sql.charAt(start))) {
            start++;
        }
        int end = start;
        while (end < to && Character.isLetterOrDigit(sql.charAt(end))) {
            end++;
        }
        return sql.substring(start, end).toLowerCase(Locale.ROOT);
    }
}
