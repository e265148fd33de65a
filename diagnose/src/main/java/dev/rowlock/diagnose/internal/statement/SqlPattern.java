package dev.rowlock.diagnose.internal.statement;

import java.util.regex.Pattern;

/**
 * The form of a statement, so that runs of it with other values are one: without values and comments, lists of values as {@code (...)},
 * one blank between words, bounded in length. Holds no value of the statement's.
 */
public final class SqlPattern {
    private static final int LONGEST = 240;
    private static final Pattern COMMENT = Pattern.compile("/\\*\\?\\*/");
    private static final Pattern BLANKS = Pattern.compile("\\s+");
    /** The server may have cut it. */
    private static final Pattern LIST = Pattern.compile("\\( ?[-+]?\\?(?: ?, ?[-+]?\\?)+ ?(?:\\)|,? ?$)");

    private static final Pattern LISTS = Pattern.compile("\\(\\.\\.\\.\\)(?: ?, ?\\(\\.\\.\\.\\))+");

    private SqlPattern() {}

    public static String of(String sql) {
        String plain = COMMENT.matcher(SqlMask.mask(sql)).replaceAll(" ");
        plain = BLANKS.matcher(plain).replaceAll(" ").strip();
        plain = LISTS.matcher(LIST.matcher(plain).replaceAll("(...)")).replaceAll("(...)");
        return plain.length() <= LONGEST ? plain : plain.substring(0, LONGEST) + "...";
    }
}
