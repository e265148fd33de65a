package dev.rowlock.pacing.signal;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A data source out of the one method that matters. */
@FunctionalInterface
interface Connections extends DataSource {
    @Override
    Connection getConnection() throws SQLException;

    @Override
    default Connection getConnection(String username, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException("the account is in the URL");
    }

    @Override
    default @Nullable PrintWriter getLogWriter() {
        return null;
    }

    @Override
    default void setLogWriter(@Nullable PrintWriter out) {}

    @Override
    default void setLoginTimeout(int seconds) {}

    @Override
    default int getLoginTimeout() {
        return 0;
    }

    @Override
    default Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("drivers log on their own");
    }

    @Override
    default <T> T unwrap(Class<T> type) throws SQLException {
        throw new SQLException("not a " + type.getName());
    }

    @Override
    default boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
