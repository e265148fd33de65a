package dev.rowlock.claim.scale;

import dev.rowlock.claim.fixture.Connections;
import dev.rowlock.testing.TestDatabase;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import javax.sql.DataSource;

/** Keeps connections open between transactions, as a pool does, so that what is timed is not the handshake. Thread-safe. */
final class KeptConnections implements AutoCloseable {
    private final TestDatabase database;
    private final Deque<Connection> idle = new ConcurrentLinkedDeque<>();

    KeptConnections(TestDatabase database) {
        this.database = database;
    }

    /** Connections at READ COMMITTED without autocommit. */
    DataSource dataSource() {
        return Connections.of(() -> {
            Connection kept = idle.poll();
            return lent(kept == null ? open() : kept);
        });
    }

    private Connection open() throws SQLException {
        Connection connection = database.connect();
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        connection.setAutoCommit(false);
        return connection;
    }

    private Connection lent(Connection connection) {
        return (Connection) Proxy.newProxyInstance(
                KeptConnections.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("close")) {
                        idle.push(connection);
                        return null;
                    }
                    try {
                        return method.invoke(connection, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Override
    public void close() throws SQLException {
        List<Connection> all = new ArrayList<>(idle);
        idle.clear();
        for (Connection connection : all) {
            connection.close();
        }
    }
}
