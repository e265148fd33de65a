package dev.rowlock.diagnose.watch.internal;

import dev.rowlock.diagnose.internal.sql.WatchStatements;
import dev.rowlock.mysql.ServerFamily;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.OptionalLong;

/**
 * The server's counters at one moment.
 *
 * @param server which server it is: its UUID, or host and port on MariaDB
 * @param uptime seconds since its start
 * @param startedAt when it started by its own clock, in seconds since 1970, sure to a second
 * @param deadlocks deadlocks since its start; empty where the account may not see them
 * @param timeouts lock waits that timed out since its start; empty where the server does not count them
 */
public record Sample(String server, long uptime, long startedAt, OptionalLong deadlocks, OptionalLong timeouts) {
    /** Uptime and clock are whole seconds that do not change at the same moment. */
    private static final long SAME_START_SECONDS = 2;

    /** Without a right to see the counters, one without counters. */
    public static Sample read(Connection connection, ServerFamily family, CounterAccess access) throws SQLException {
        String query = access == CounterAccess.DENIED
                ? WatchStatements.WATCH_WITHOUT_COUNTERS
                : family == ServerFamily.MARIADB ? WatchStatements.WATCH_MARIADB : WatchStatements.WATCH_MYSQL;
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            long uptime = row.getLong("uptime");
            return new Sample(
                    row.getString("server"),
                    uptime,
                    row.getLong("now") - uptime,
                    number(row, "deadlocks"),
                    number(row, "timeouts"));
        }
    }

    private static OptionalLong number(ResultSet row, String column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? OptionalLong.empty() : OptionalLong.of(value);
    }

    /** Whether there may be a report since the earlier sample; without counters one never knows. */
    public boolean tellsMoreThan(Sample earlier) {
        return deadlocks.isEmpty() || !deadlocks.equals(earlier.deadlocks) || !sameLifeAs(earlier);
    }

    /** Whether counters of the two can be compared: the same server, not started in between. */
    public boolean sameLifeAs(Sample earlier) {
        boolean counted = deadlocks.isPresent() && earlier.deadlocks.isPresent();
        return server.equals(earlier.server)
                && (!counted || (!startedAfter(earlier) && deadlocks.getAsLong() >= earlier.deadlocks.getAsLong()));
    }

    /** Whether the server was started between the two; a second start within two seconds of the first goes unnoticed. */
    boolean startedAfter(Sample earlier) {
        return uptime < earlier.uptime || startedAt - earlier.startedAt > SAME_START_SECONDS;
    }
}
