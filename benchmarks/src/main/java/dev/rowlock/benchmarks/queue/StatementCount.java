package dev.rowlock.benchmarks.queue;

import dev.rowlock.benchmarks.internal.sql.GroundStatements;
import dev.rowlock.mysql.ConfigurationException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** Counts statements that sessions in one schema send, as the server counts them. Used by one thread. */
final class StatementCount implements AutoCloseable {
    private final Connection connection;
    private final String schema;

    private StatementCount(Connection connection, String schema) {
        this.connection = connection;
        this.schema = schema;
    }

    /**
     * On a session of its own, in no schema.
     *
     * @throws ConfigurationException when the server does not count them
     */
    static StatementCount of(DataSource sessions, Ground ground) throws SQLException {
        Connection connection = sessions.getConnection();
        try {
            requireDigests(connection);
            return new StatementCount(connection, ground.schema());
        } catch (SQLException | ConfigurationException e) {
            connection.close();
            throw e;
        }
    }

    private static void requireDigests(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(GroundStatements.DIGESTS_ON)) {
            if (!row.next() || !row.getBoolean(1)) {
                throw new ConfigurationException(
                        "statements are counted by performance_schema with digests, which this server does not keep: measure P6 and P7 on"
                                + " MySQL with performance_schema=ON and UPDATE performance_schema.setup_consumers SET ENABLED = 'YES' WHERE"
                                + " NAME = 'statements_digest'");
            }
        }
    }

    /** So many since the server started. */
    long read() throws SQLException {
        try (PreparedStatement count = connection.prepareStatement(GroundStatements.STATEMENTS_OF_SCHEMA)) {
            count.setString(1, schema);
            try (ResultSet row = count.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
