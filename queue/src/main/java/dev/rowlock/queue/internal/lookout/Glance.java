package dev.rowlock.queue.internal.lookout;

import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.StoreException;
import dev.rowlock.mysql.Transactions;
import java.sql.Connection;
import java.sql.SQLException;

/** Plain reads that cost one statement: on a connection in autocommit there is no transaction to open and to end. Thread-safe. */
public final class Glance {
    /** Reads, and writes nothing. */
    public interface Read<R> {
        R from(Connection connection) throws SQLException;
    }

    private final Transactions transactions;

    public Glance(Transactions transactions) {
        this.transactions = transactions;
    }

    /**
     * Reads. Locks: none; on connections that come without autocommit it is a READ COMMITTED transaction of its own.
     *
     * @throws StoreException when the server refused or was lost; nothing was retried
     */
    public <R> R at(Read<R> read) {
        try (Connection connection = transactions.dataSource().getConnection()) {
            if (connection.getAutoCommit()) {
                return read.from(connection);
            }
        } catch (SQLException e) {
            throw StoreException.of(e);
        }
        return transactions.inTransaction(Isolation.READ_COMMITTED, read::from);
    }
}
