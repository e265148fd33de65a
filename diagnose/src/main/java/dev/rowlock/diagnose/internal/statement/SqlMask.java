package dev.rowlock.diagnose.internal.statement;

/**
 * Takes the values out of a statement: strings, numbers and comments become {@code ?}. Names stay; what stands in double quotes is taken
 * for a string, as it is in MySQL's default mode.
 */
public final class SqlMask {
    private SqlMask() {}

    public static String mask(String sql) {
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
}
