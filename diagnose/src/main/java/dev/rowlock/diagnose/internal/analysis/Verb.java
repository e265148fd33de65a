package dev.rowlock.diagnose.internal.analysis;

import dev.rowlock.diagnose.internal.statement.SqlDialect;
import dev.rowlock.diagnose.internal.statement.SqlTokens;
import java.util.Locale;

/** What kind of statement it is, by its first word behind comments and brackets. */
final class Verb {
    static final String INSERT = "INSERT";
    static final String REPLACE = "REPLACE";
    static final String UPDATE = "UPDATE";

    private Verb() {}

    /** In capital letters; empty where there is none. */
    static String of(String sql) {
        SqlTokens tokens = new SqlTokens(sql, 0, sql.length(), SqlDialect.USUAL);
        while (tokens.next()) {
            if (tokens.kind() == SqlTokens.Kind.WORD) {
                return sql.substring(tokens.start(), tokens.end()).toUpperCase(Locale.ROOT);
            }
        }
        return "";
    }

    /** Whether a word stands in the code of a statement, not in a string or comment. */
    static boolean mentions(String sql, String word) {
        SqlTokens tokens = new SqlTokens(sql, 0, sql.length(), SqlDialect.USUAL);
        while (tokens.next()) {
            if (tokens.kind() == SqlTokens.Kind.WORD
                    && tokens.end() - tokens.start() == word.length()
                    && sql.regionMatches(true, tokens.start(), word, 0, word.length())) {
                return true;
            }
        }
        return false;
    }
}
