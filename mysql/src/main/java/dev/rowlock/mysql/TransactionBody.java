package dev.rowlock.mysql;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * What a transaction does. It may be run more than once: it must have no effect but through the connection.
 *
 * @param <R> result
 * @param <X> the caller's own exception, passed through unwrapped
 */
@FunctionalInterface
public interface TransactionBody<R, X extends Exception> {
    R run(Connection connection) throws X, SQLException;
}
