package dev.rowlock.diagnose.internal.statement;

/** How a server splits SQL into tokens; it depends on the session's {@code sql_mode}, which no report prints. */
public enum SqlDialect {
    /** The default: a backslash escapes in strings, and the text of a versioned comment is code. */
    USUAL,
    /** {@code sql_mode=NO_BACKSLASH_ESCAPES}. */
    NO_BACKSLASH_ESCAPES,
    /** A versioned comment asks for a newer server than this one: its text is a comment. */
    VERSIONED_COMMENTS_SKIPPED,
    /** Quotes mean nothing: for statements that a person has shortened in the middle of a string. */
    COMMENTS_ONLY;

    boolean escapesWithBackslash() {
        return this != NO_BACKSLASH_ESCAPES;
    }

    boolean runsVersionedComments() {
        return this != VERSIONED_COMMENTS_SKIPPED;
    }

    boolean hasQuotes() {
        return this != COMMENTS_ONLY;
    }
}
