package dev.rowlock.diagnose.oncall.internal;

import dev.rowlock.diagnose.Sides;
import dev.rowlock.diagnose.internal.sql.WhyStatements;
import dev.rowlock.diagnose.internal.statement.SqlPattern;
import dev.rowlock.mysql.ServerFamily;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads sessions with open transactions, and those that wait for a table's definition. Statements leave it without their values. */
final class SessionReader {
    private final ServerFamily family;
    private final Sides sides;

    SessionReader(ServerFamily family, Sides sides) {
        this.family = family;
        this.sides = sides;
    }

    /** Open transactions, the oldest first. */
    List<SessionView> transactions(Connection connection) throws SQLException {
        return read(
                connection,
                family == ServerFamily.MARIADB
                        ? WhyStatements.WHY_TRANSACTIONS_MARIADB
                        : WhyStatements.WHY_TRANSACTIONS_MYSQL);
    }

    /** Sessions that wait for the definition of any table. */
    List<SessionView> definitionWaits(Connection connection) throws SQLException {
        return read(
                connection,
                family == ServerFamily.MARIADB
                        ? WhyStatements.WHY_DEFINITION_WAITS_MARIADB
                        : WhyStatements.WHY_DEFINITION_WAITS_MYSQL);
    }

    /** The same with the statement it ran last, where it runs none and the server keeps it. */
    SessionView withLatestStatement(Connection connection, SessionView session) throws SQLException {
        if (session.statement() != null || family == ServerFamily.MARIADB) {
            return session;
        }
        try (PreparedStatement statement = connection.prepareStatement(WhyStatements.WHY_LATEST_STATEMENT_MYSQL)) {
            statement.setLong(1, session.thread());
            try (ResultSet row = statement.executeQuery()) {
                String sql = row.next() ? row.getString(1) : null;
                return sql == null
                        ? session
                        : session.with(SqlPattern.of(sql), sides.of(session.id(), session.account(), sql));
            }
        }
    }

    private List<SessionView> read(Connection connection, String query) throws SQLException {
        List<SessionView> sessions = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            while (row.next()) {
                sessions.add(session(row));
            }
        }
        return sessions;
    }

    private SessionView session(ResultSet row) throws SQLException {
        long id = row.getLong("id");
        String account = row.getString("account") == null ? "a thread of the server" : row.getString("account");
        String sql = row.getString("query");
        boolean idle = row.getInt("idle") == 1;
        Duration since = Duration.ofSeconds(Math.max(0, row.getLong("since")));
        return new SessionView(
                id,
                row.getLong("thread"),
                account,
                sql == null ? null : SqlPattern.of(sql),
                sides.of(id, account, sql),
                Duration.ofSeconds(Math.max(0, row.getLong("age"))),
                row.getLong("locked"),
                row.getLong("modified"),
                idle ? since : null,
                waiting(row));
    }

    private static @Nullable Duration waiting(ResultSet row) throws SQLException {
        long seconds = row.getLong("waiting");
        return row.wasNull() ? null : Duration.ofSeconds(Math.max(0, seconds));
    }
}
