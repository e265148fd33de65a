package dev.rowlock.benchmarks.queue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.rowlock.benchmarks.internal.sql.GroundStatements;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.SessionState;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.queue.QueueSettings;
import dev.rowlock.queue.Queues;
import dev.rowlock.queue.Schema;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/**
 * A schema of the bench's own with the queue's tables in it: made when it is opened, dropped when it is closed, so that no bench ever touches
 * anybody's jobs. Thread-safe.
 */
public final class Ground implements AutoCloseable {
    /** When sessions of a pool commit, as they are handed out. */
    public enum Commits {
        BY_STATEMENT,
        BY_TRANSACTION
    }

    private final String schema;
    private final DataSource sessions;
    private final HikariDataSource pool;
    private final Queues queues;

    private Ground(String schema, DataSource sessions, HikariDataSource pool, Queues queues) {
        this.schema = schema;
        this.sessions = sessions;
        this.pool = pool;
        this.queues = queues;
    }

    /**
     * Makes it anew.
     *
     * @param sessions gives a new session at each call
     * @throws ConfigurationException when the account may not
     */
    public static Ground create(String schema, DataSource sessions) throws SQLException {
        execute(sessions, schema, GroundStatements.SCHEMA_DROP);
        execute(sessions, schema, GroundStatements.SCHEMA_CREATE);
        HikariDataSource pool = pool(schema, sessions, 10, Commits.BY_TRANSACTION);
        Schema.migrate(pool);
        Transactions transactions = Transactions.of(pool).sessions(SessionState.READ_COMMITTED);
        return new Ground(schema, sessions, pool, Queues.open(transactions, QueueSettings.standard()));
    }

    private static void execute(DataSource sessions, String schema, String statement) throws SQLException {
        try (Connection connection = sessions.getConnection();
                Statement call = connection.createStatement()) {
            call.execute(statement.replace("{schema}", schema));
        } catch (SQLException e) {
            if (e.getErrorCode() == 1044 || e.getErrorCode() == 1142 || e.getErrorCode() == 1227) {
                throw new ConfigurationException(
                        "P1 to P7 work in a schema of their own, and the account may not make it: GRANT ALL ON `rowlock\\_bench%`.* TO ... ("
                                + e.getMessage() + ")",
                        e);
            }
            throw e;
        }
    }

    private static HikariDataSource pool(String schema, DataSource sessions, int connections, Commits commits) {
        HikariConfig config = new HikariConfig();
        config.setPoolName(schema);
        config.setDataSource(sessions);
        config.setCatalog(schema);
        config.setMaximumPoolSize(connections);
        config.setMinimumIdle(0);
        config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        config.setAutoCommit(commits == Commits.BY_STATEMENT);
        config.setInitializationFailTimeout(-1);
        return new HikariDataSource(config);
    }

    /** Another pool in the same schema, to be closed by who asked. */
    public HikariDataSource otherPool(int connections, Commits commits) {
        return pool(schema, sessions, connections, commits);
    }

    public String schema() {
        return schema;
    }

    /** What its queues work on. */
    DataSource pool() {
        return pool;
    }

    public Queues queues() {
        return queues;
    }

    /** The number of a queue that is there. */
    int number(String queue) throws SQLException {
        queues.queue(queue);
        try (Connection connection = session();
                PreparedStatement find = connection.prepareStatement(GroundStatements.QUEUE_NUMBER)) {
            find.setString(1, queue);
            try (ResultSet row = find.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        }
    }

    /** A session of its own, READ COMMITTED, in which nothing is committed by itself. */
    public Connection session() throws SQLException {
        Connection connection = sessions.getConnection();
        connection.setCatalog(schema);
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        connection.setAutoCommit(false);
        return connection;
    }

    /** Runs one statement, committed. */
    public void execute(String statement) throws SQLException {
        try (Connection connection = session();
                Statement call = connection.createStatement()) {
            call.execute(statement);
            connection.commit();
        }
    }

    @Override
    public void close() throws SQLException {
        pool.close();
        execute(sessions, schema, GroundStatements.SCHEMA_DROP);
    }
}
