package dev.rowlock.diagnose.internal.report;

import dev.rowlock.diagnose.internal.statement.SqlDialect;

/**
 * One way to tell statements from the report around them. A report is read with the first; the others are tried in order when that leaves
 * lines that do not fit.
 */
enum Reading {
    /** A server of today in its default mode. */
    USUAL(SqlDialect.USUAL, CutLimit.TODAY),
    /** MySQL before 8.0.18 or MariaDB before 10.6, which cut statements earlier. */
    OLD_SERVER(SqlDialect.USUAL, CutLimit.OLD),
    NO_BACKSLASH_ESCAPES(SqlDialect.NO_BACKSLASH_ESCAPES, CutLimit.TODAY),
    VERSIONED_COMMENTS_SKIPPED(SqlDialect.VERSIONED_COMMENTS_SKIPPED, CutLimit.TODAY),
    /** A person has shortened a statement in the middle of a string. */
    SHORTENED(SqlDialect.COMMENTS_ONLY, CutLimit.TODAY);

    private final SqlDialect dialect;
    private final CutLimit limit;

    Reading(SqlDialect dialect, CutLimit limit) {
        this.dialect = dialect;
        this.limit = limit;
    }

    SqlDialect dialect() {
        return dialect;
    }

    CutLimit limit() {
        return limit;
    }

    /**
     * Whether this reading may say who was rolled back although the usual one found a statement that does not end. The text may be cut
     * in a statement that holds forged lines; then only the server's own limit proves where the statement ends.
     */
    boolean provesEnds() {
        return this == USUAL || this == OLD_SERVER;
    }
}
