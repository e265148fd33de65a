package dev.rowlock.mysql;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A data source that is nothing but a way to get a session, so that a lambda is one. Account, timeouts and logging are the affair of whoever
 * opens the session: what a data source offers for them is refused or does nothing.
 *
 * <p>As thread-safe as {@link #getConnection()}. Locks: none.
 */
@FunctionalInterface
public interface SessionSource extends DataSource {
    /** A session, which the caller closes. */
    @Override
    Connection getConnection() throws SQLException;

    @Override
    default Connection getConnection(String user, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException("one account only");
    }

    @Override
    default @Nullable PrintWriter getLogWriter() {
        return null;
    }

    @Override
    default void setLogWriter(@Nullable PrintWriter writer) {}

    /** Does nothing: pools call it by themselves, and timeouts stand in the URL. */
    @Override
    default void setLoginTimeout(int seconds) {}

    @Override
    default int getLoginTimeout() {
        return 0;
    }

    @Override
    default Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("logs through SLF4J");
    }

    /** Itself, where it is what is asked for; there is nothing inside. */
    @Override
    default <T> T unwrap(Class<T> type) throws SQLException {
        if (type.isInstance(this)) {
            return type.cast(this);
        }
        throw new SQLException("not a " + type.getName());
    }

    @Override
    default boolean isWrapperFor(Class<?> type) {
        return type.isInstance(this);
    }
}
