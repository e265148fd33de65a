package dev.rowlock.diagnose.internal.collision;

import dev.rowlock.diagnose.internal.sql.CollisionStatements;
import dev.rowlock.mysql.ServerFamily;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection that only reads, whose statements the server itself ends when they run for too long. Given back as it came; a crash leaves a
 * read-only session that the server ends. Used by one thread.
 */
public final class ReadSession implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ReadSession.class);

    /** Far above what any statement of the probe takes; a table that was swapped out to disk may need it. */
    private static final Duration LONGEST = Duration.ofSeconds(5);

    private final Connection connection;
    private final ServerFamily family;
    private final boolean autoCommit;
    private final String timeLimit;
    private boolean freshStatistics;

    private ReadSession(Connection connection, ServerFamily family) throws SQLException {
        this.connection = connection;
        this.family = family;
        this.autoCommit = connection.getAutoCommit();
        this.timeLimit = currentTimeLimit();
        if (!autoCommit) {
            connection.rollback();
            connection.setAutoCommit(true); // each read sees what is committed when it begins
        }
        execute(setTimeLimit() + (family == ServerFamily.MARIADB ? LONGEST.toSeconds() : LONGEST.toMillis()));
    }

    public static ReadSession open(DataSource dataSource, ServerFamily family) throws SQLException {
        Connection connection = dataSource.getConnection();
        try {
            return new ReadSession(connection, family);
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    public Connection connection() {
        return connection;
    }

    /** From now on every read sees what is committed now, until {@link #endSnapshot}. */
    public void beginSnapshot() throws SQLException {
        execute(CollisionStatements.COLLISION_SNAPSHOT_LEVEL);
        execute(CollisionStatements.COLLISION_SNAPSHOT);
    }

    public void endSnapshot() throws SQLException {
        execute(CollisionStatements.COLLISION_SNAPSHOT_END);
    }

    /** Has the server count the table's rows anew for its statistics. */
    public void freshStatistics() throws SQLException {
        if (family == ServerFamily.MYSQL) {
            freshStatistics = true;
            execute(CollisionStatements.COLLISION_FRESH_STATISTICS);
        }
    }

    private String currentTimeLimit() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        family == ServerFamily.MARIADB
                                ? CollisionStatements.COLLISION_TIME_LIMIT_MARIADB
                                : CollisionStatements.COLLISION_TIME_LIMIT_MYSQL)) {
            row.next();
            return row.getString(1);
        }
    }

    private String setTimeLimit() {
        return family == ServerFamily.MARIADB
                ? CollisionStatements.COLLISION_SET_TIME_LIMIT_MARIADB
                : CollisionStatements.COLLISION_SET_TIME_LIMIT_MYSQL;
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void close() {
        try (connection) {
            endSnapshot();
            execute(setTimeLimit() + timeLimit);
            if (freshStatistics) {
                execute(CollisionStatements.COLLISION_USUAL_STATISTICS);
            }
            connection.setAutoCommit(autoCommit);
        } catch (SQLException e) {
            log.debug("session not restored reason=\"{}\"", e.getMessage());
        }
    }
}
