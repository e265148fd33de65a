package dev.rowlock.testing;

import static dev.rowlock.testing.internal.Proxies.call;
import static dev.rowlock.testing.internal.Proxies.proxy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * Connections that are kept when they are given back, as a pool does, so that a test of thousands of transactions does not time handshakes.
 * Thread-safe.
 */
public final class KeptConnections implements Connections, AutoCloseable {
    private final Connections source;
    private final Deque<Connection> idle = new ConcurrentLinkedDeque<>();

    /** Keeps the test's own connections. */
    public KeptConnections(TestDatabase database) {
        this(Connections.to(database));
    }

    public KeptConnections(Connections source) {
        this.source = source;
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection kept = idle.pollFirst();
        return lent(kept == null ? source.getConnection() : kept);
    }

    private Connection lent(Connection connection) {
        return proxy(Connection.class, (proxy, method, arguments) -> {
            if (!method.getName().equals("close")) {
                return call(connection, method, arguments);
            }
            if (!connection.isClosed()) {
                idle.addFirst(connection);
            }
            return null;
        });
    }

    @Override
    public void close() throws SQLException {
        for (Connection connection = idle.pollFirst(); connection != null; connection = idle.pollFirst()) {
            connection.close();
        }
    }
}
