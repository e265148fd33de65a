package dev.rowlock.testing.internal;

import dev.rowlock.testing.Connections;
import dev.rowlock.testing.Driver;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Opens a new connection each time, remembers who opened it, and counts what goes through it. Thread-safe. */
public final class TrackedDataSource implements Connections {
    /** Where a connection is opened for a test, which is not who wanted it. */
    private static final Set<String> OPENERS = Set.of(TestDatabase.class.getName(), Connections.class.getName());

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
        Connection connection = driver.connect(url);
        counters.connections.incrementAndGet();
        open.put(connection, new Throwable("opened here"));
        return TrackedConnection.wrap(connection, counters, () -> open.remove(connection));
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
                        && !OPENERS.contains(frame.getClassName()))
                .findFirst()
                .map(frame -> "opened at " + frame)
                .orElse("opened by a thread without a stack");
    }
}
