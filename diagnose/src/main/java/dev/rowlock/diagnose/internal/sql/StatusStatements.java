package dev.rowlock.diagnose.internal.sql;

/** Statements that read what the server says of itself. */
public final class StatusStatements {
    private StatusStatements() {}

    /**
     * One row with the whole status in its last column. Needs PROCESS. Locks: no row; the server holds its lock system for the time of
     * printing, which grows with the number of transactions, so this is asked once and not in a loop without pause.
     *
     * @see <a href="https://dev.mysql.com/doc/refman/8.4/en/innodb-standard-monitor.html">Standard monitor</a>
     */
    public static final String STATUS_INNODB = "SHOW ENGINE INNODB STATUS";

    /** The account that the server matched, {@code user@host}. Any account may. Locks: none. */
    public static final String STATUS_ACCOUNT = "SELECT CURRENT_USER()";
}
