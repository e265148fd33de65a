package dev.rowlock.pacing.signal;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The one connection of a signal: opened when it is needed, kept, opened anew after any failure. Each statement has a time limit on the socket,
 * which needs neither a thread nor the server's help: a frozen server ends the read, too.
 *
 * <p>One thread reads; any thread may close, which ends a read that hangs.
 */
final class KeptConnection implements AutoCloseable {
    /** How long one statement may take before its signal is stale: as long as the shortest window. */
    private static final Duration LIMIT = Duration.ofSeconds(2);

    private final DataSource source;
    private volatile @Nullable Connection connection;
    private volatile boolean closed;

    KeptConnection(DataSource source) {
        this.source = source;
    }

    /** What is read from the rows of a query. */
    @FunctionalInterface
    interface Rows<T> {
        T read(ResultSet rows) throws SQLException;
    }

    /** What is done with the connection. */
    @FunctionalInterface
    interface Work<T> {
        T run(Connection connection) throws SQLException;
    }

    /** Asks, with text parameters. */
    <T> T query(String statement, Rows<T> rows, @Nullable String... parameters) throws SQLException {
        return with(open -> {
            try (PreparedStatement prepared = open.prepareStatement(statement)) {
                for (int i = 0; i < parameters.length; i++) {
                    prepared.setString(i + 1, parameters[i]);
                }
                try (ResultSet result = prepared.executeQuery()) {
                    return rows.read(result);
                }
            }
        });
    }

    /** Does something; the connection does not outlive a failure, because nobody knows what state it is in. */
    <T> T with(Work<T> work) throws SQLException {
        Connection open = open();
        try {
            return work.run(open);
        } catch (SQLException | RuntimeException failed) {
            drop();
            throw failed;
        }
    }

    private Connection open() throws SQLException {
        Connection kept = connection;
        if (kept == null) {
            kept = source.getConnection();
            connection = kept;
            kept.setAutoCommit(true);
            kept.setNetworkTimeout(Runnable::run, (int) LIMIT.toMillis());
        }
        if (closed) {
            drop();
            throw new SQLException("closed");
        }
        return kept;
    }

    private void drop() {
        Connection kept = connection;
        connection = null;
        if (kept != null) {
            try {
                kept.close();
            } catch (SQLException gone) {
                // it failed before, which is why it is dropped
            }
        }
    }

    /** Idempotent. */
    @Override
    public void close() {
        closed = true;
        drop();
    }
}
