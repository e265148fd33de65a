package dev.rowlock.mysql;

import java.sql.Connection;

/**
 * Isolation levels of a transaction. Rowlock's own transactions run at {@link #READ_COMMITTED}: no gap locks on scans, and rows that
 * do not match are let go at once (facts 1.3, 5.2).
 *
 * @see <a href="https://dev.mysql.com/doc/refman/8.4/en/innodb-transaction-isolation-levels.html">Isolation levels</a>
 */
public enum Isolation {
    READ_COMMITTED("READ COMMITTED", Connection.TRANSACTION_READ_COMMITTED),
    REPEATABLE_READ("REPEATABLE READ", Connection.TRANSACTION_REPEATABLE_READ),
    SERIALIZABLE("SERIALIZABLE", Connection.TRANSACTION_SERIALIZABLE);

    private final String sql;
    private final int jdbcLevel;

    Isolation(String sql, int jdbcLevel) {
        this.sql = sql;
        this.jdbcLevel = jdbcLevel;
    }

    /** The level as SQL spells it. */
    public String sql() {
        return sql;
    }

    /** The level as {@link Connection#setTransactionIsolation} takes it. */
    public int jdbcLevel() {
        return jdbcLevel;
    }
}
