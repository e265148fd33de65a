package dev.rowlock.mysql.internal.sql;

import dev.rowlock.mysql.Isolation;
import java.time.Duration;

/** Statements that open and end transactions. */
public final class TransactionStatements {
    private TransactionStatements() {}

    /**
     * Sets the level of the next transaction only, so there is nothing to restore on the caller's pool.
     *
     * <p>Locks: none. Fails with 1568 inside an open transaction, which is wanted: a pool must not hand one out.
     *
     * @see <a href="https://dev.mysql.com/doc/refman/8.4/en/set-transaction.html">SET TRANSACTION</a>
     */
    public static String isolation(Isolation isolation) {
        return TRANSACTION_ISOLATION + isolation.sql();
    }

    /**
     * Has a session give up a wait for a lock after this long, and remembers what it was. Locks: none. MySQL takes no less than a second (facts 3.8).
     */
    public static String lockWait(Duration patience) {
        return LOCK_WAIT + LOCK_WAIT_IS + patience.toSeconds();
    }

    /** The same, and the level of the next transaction only: the one variable that without SESSION means that. Locks: none. */
    public static String lockWait(Duration patience, Isolation isolation) {
        return LOCK_WAIT + NEXT_ISOLATION + "'" + isolation.sql().replace(' ', '-') + "'" + ", " + LOCK_WAIT_IS
                + patience.toSeconds();
    }

    /** Puts back what {@link #lockWait} found. Locks: none. */
    public static final String LOCK_WAIT_BACK = "SET SESSION innodb_lock_wait_timeout = @rowlock_lock_wait";

    /**
     * Commits like COMMIT, and is another statement than that to the server's statistics. Locks: gives all back, and begins no transaction.
     *
     * @see <a href="https://dev.mysql.com/doc/refman/8.4/en/commit.html">COMMIT</a>
     */
    public static final String COMMIT_APART = "COMMIT AND NO CHAIN";

    private static final String LOCK_WAIT = "SET @rowlock_lock_wait = @@SESSION.innodb_lock_wait_timeout, ";

    private static final String LOCK_WAIT_IS = "SESSION innodb_lock_wait_timeout = ";

    private static final String NEXT_ISOLATION = "@@transaction_isolation = ";

    private static final String TRANSACTION_ISOLATION = "SET TRANSACTION ISOLATION LEVEL ";
}
