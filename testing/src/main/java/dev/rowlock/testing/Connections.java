package dev.rowlock.testing;

import static dev.rowlock.testing.internal.Proxies.call;
import static dev.rowlock.testing.internal.Proxies.proxy;

import dev.rowlock.testing.internal.WatchedConnection;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A data source out of the one method that matters, so that a lambda is one. As thread-safe as that method. */
@FunctionalInterface
public interface Connections extends DataSource {
    @Override
    Connection getConnection() throws SQLException;

    /** The same, where a lambda's type would not be clear. */
    static Connections of(Connections opening) {
        return opening;
    }

    /** The test's own connections. */
    static Connections to(TestDatabase database) {
        return database::connect;
    }

    /** Always this connection, which its borrower cannot close. */
    static Connections lending(Connection lent) {
        Connection kept = proxy(
                Connection.class,
                (proxy, method, arguments) -> method.getName().equals("close") ? null : call(lent, method, arguments));
        return () -> kept;
    }

    /** New ones of any URL, by the test's driver. */
    static Connections ofUrl(String url, TestDatabase database) {
        return () -> database.driver().connect(url);
    }

    /** Connections through a network that can be cut. */
    static Connections through(CutProxy network, TestDatabase database) {
        String url = database.urlThrough(network.port());
        return () -> database.driver().connect(url);
    }

    /** The test's schema with a further option of the driver's URL, such as {@code useAffectedRows=true}. */
    static Connections withOption(String option, TestDatabase database) {
        String url = database.url() + (database.url().contains("?") ? "&" : "?") + option;
        return () -> database.driver().connect(url);
    }

    /** The same connections, watched. */
    default Connections watched(Watch watch) {
        return () -> WatchedConnection.wrap(getConnection(), watch);
    }

    /** The same connections, each after a statement that prepares it. */
    default Connections after(String preparing) {
        return () -> {
            Connection connection = getConnection();
            try (Statement statement = connection.createStatement()) {
                statement.execute(preparing);
                return connection;
            } catch (SQLException e) {
                connection.close();
                throw e;
            }
        };
    }

    @Override
    default Connection getConnection(String user, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException("the account is in the URL");
    }

    @Override
    default @Nullable PrintWriter getLogWriter() {
        return null;
    }

    @Override
    default void setLogWriter(@Nullable PrintWriter out) {}

    @Override
    default void setLoginTimeout(int seconds) throws SQLException {
        throw new SQLFeatureNotSupportedException("timeouts are options of the URL");
    }

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
