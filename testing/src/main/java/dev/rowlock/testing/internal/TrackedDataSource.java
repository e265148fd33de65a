package dev.rowlock.testing.internal;

import dev.rowlock.testing.Driver;
import dev.rowlock.testing.TestDatabase;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Logger;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Opens a new connection each time, remembers who opened it, and counts what goes through it. Thread-safe. */
public final class TrackedDataSource implements DataSource {
    private final Driver driver;
    private final String url;
    private final Counters counters = new Counters();
    private final Map<Connection, Throwable> open = new ConcurrentHashMap<>();

    public TrackedDataSource(Driver driver, String url) {
        this.driver = driver;
        this.url = url;
    }

    public Counters counters() {
        return counters;
    }

    public int openConnections() {
        return open.size();
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = Sql.connect(driver, url);
        counters.connections.incrementAndGet();
        open.put(connection, new Throwable("opened here"));
        return TrackedConnection.wrap(connection, counters, () -> open.remove(connection));
    }

    @Override
    public Connection getConnection(String username, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException("the account is in the URL");
    }

    /** Says where the connections were opened that are open still. */
    List<String> describeLeft() {
        return open.values().stream()
                .map(opened -> "an open connection, " + opener(opened))
                .toList();
    }

    void closeLeft() {
        for (Connection connection : open.keySet()) {
            try {
                connection.abort(Runnable::run);
            } catch (SQLException alreadyGone) {
                // that is what is wanted
            }
        }
        open.clear();
    }

    private static String opener(Throwable opened) {
        return Stream.of(opened.getStackTrace())
                .filter(frame -> !frame.getClassName().startsWith("dev.rowlock.testing.internal.")
                        && !frame.getClassName().equals(TestDatabase.class.getName()))
                .findFirst()
                .map(frame -> "opened at " + frame)
                .orElse("opened by a thread without a stack");
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(@Nullable PrintWriter out) {}

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        throw new SQLFeatureNotSupportedException("timeouts are options of the URL");
    }

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("drivers log on their own");
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        if (type.isInstance(this)) {
            return type.cast(this);
        }
        throw new SQLException("not a " + type.getName());
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return type.isInstance(this);
    }
}
