package dev.rowlock.batch.internal.sql;

/** Statements that look before a run is made. None locks a row. */
public final class PlanStatements {
    private PlanStatements() {}

    /** Shows the plan of the statement that follows, as a table on every family. Locks: none; needs the rights of the statement. */
    public static final String EXPLAIN = "EXPLAIN FORMAT=TRADITIONAL ";
}
