package dev.rowlock.mysql;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * What a transaction does. It may be run more than once: it must have no effect but through the connection. Run by the
 * caller's thread. What it locks is held until the commit or rollback right after it.
 *
 * @param <R> result
 * @param <X> the caller's own exception, passed through unwrapped
 */
@FunctionalInterface
public interface TransactionBody<R, X extends Exception> {
    R run(Connection connection) throws X, SQLException;
}
