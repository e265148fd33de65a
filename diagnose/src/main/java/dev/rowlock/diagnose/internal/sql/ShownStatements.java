package dev.rowlock.diagnose.internal.sql;

/** Statements that mend something and are shown to people, who run them or do not; none of them is ever sent from here. */
public final class ShownStatements {
    private ShownStatements() {}

    /** Has the server keep what its performance_schema consumers gather; the list of their names is put in. Locks: none on rows of users. */
    public static final String CONSUMERS_ON =
            "UPDATE performance_schema.setup_consumers SET ENABLED = 'YES' WHERE NAME IN ('%s')";

    /** Has the server count and time statements. Locks: none on rows of users. */
    public static final String INSTRUMENTS_ON =
            "UPDATE performance_schema.setup_instruments SET ENABLED = 'YES', TIMED = 'YES' WHERE NAME LIKE 'statement/sql/%'";

    /** Empties the table of digests, whose figures then start again. Locks: none on rows of users. */
    public static final String DIGESTS_EMPTY = "TRUNCATE TABLE performance_schema.events_statements_summary_by_digest";

    /** Ends a session, by its id; its transaction is rolled back, which takes as long as its changes took. */
    public static final String SESSION_END = "KILL %d";
}
