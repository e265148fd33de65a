package dev.rowlock.mysql.internal.sql;

import dev.rowlock.mysql.Isolation;

/** Statements that open transactions. */
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

    private static final String TRANSACTION_ISOLATION = "SET TRANSACTION ISOLATION LEVEL ";
}
