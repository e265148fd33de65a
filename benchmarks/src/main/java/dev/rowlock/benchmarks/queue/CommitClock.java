package dev.rowlock.benchmarks.queue;

import dev.rowlock.mysql.SessionState;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.queue.QueueSettings;
import dev.rowlock.queue.Queues;
import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A data source that notes when each thread's last COMMIT was answered. Thread-safe. */
final class CommitClock implements DataSource {
    private final DataSource source;
    private final ThreadLocal<Long> answered = ThreadLocal.withInitial(() -> 0L);

    CommitClock(DataSource source) {
        this.source = source;
    }

    /** Queues of their own over it, as another process has them: nobody else's workers are told of what they enqueue. */
    Queues queues() {
        return Queues.open(Transactions.of(this).sessions(SessionState.READ_COMMITTED), QueueSettings.standard());
    }

    /** When the COMMIT of this thread was answered, in elapsed nanoseconds. */
    long answered() {
        return answered.get();
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = source.getConnection();
        return (Connection) Proxy.newProxyInstance(
                Connection.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    try {
                        Object result = method.invoke(connection, arguments);
                        if (method.getName().equals("commit")) {
                            answered.set(System.nanoTime());
                        }
                        return result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause() == null ? e : e.getCause();
                    }
                });
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return source.getConnection(user, password);
    }

    @Override
    public @Nullable PrintWriter getLogWriter() throws SQLException {
        return source.getLogWriter();
    }

    @Override
    public void setLogWriter(PrintWriter writer) throws SQLException {
        source.setLogWriter(writer);
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        source.setLoginTimeout(seconds);
    }

    @Override
    public int getLoginTimeout() throws SQLException {
        return source.getLoginTimeout();
    }

    @Override
    public Logger getParentLogger() throws java.sql.SQLFeatureNotSupportedException {
        return source.getParentLogger();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return source.unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return source.isWrapperFor(type);
    }
}
