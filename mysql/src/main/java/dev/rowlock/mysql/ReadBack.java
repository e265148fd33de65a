package dev.rowlock.mysql;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Finds out what became of a COMMIT whose answer was lost, by reading what the transaction would have written.
 *
 * <p>It must read with locks ({@code FOR UPDATE} by primary key): the lost session keeps its row locks until its COMMIT or ROLLBACK has
 * happened, so a locking read waits for that and then tells for certain; a plain read could run before a COMMIT that is still on its
 * way (facts 8). May be called by several threads at once, each on a connection of its own.
 *
 * @param <R> the transaction's result
 */
@FunctionalInterface
public interface ReadBack<R> {
    /**
     * Reads on a fresh connection, inside a READ COMMITTED transaction that is rolled back afterwards.
     *
     * @param result what the body had returned
     */
    CommitVerdict read(Connection connection, R result) throws SQLException;

    /** For transactions that leave nothing to read: the outcome stays unknown. */
    static <R> ReadBack<R> impossible() {
        return (connection, result) -> CommitVerdict.UNKNOWN;
    }

    /** For transactions that only read: what was read is the answer, whatever became of the COMMIT. */
    static <R> ReadBack<R> nothingWritten() {
        return (connection, result) -> CommitVerdict.COMMITTED;
    }

    /** For what may be done twice and is the same then: it is run again. */
    static <R> ReadBack<R> repeatable() {
        return (connection, result) -> CommitVerdict.NOT_COMMITTED;
    }
}
