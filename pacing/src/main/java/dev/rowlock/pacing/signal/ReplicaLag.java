package dev.rowlock.pacing.signal;

import dev.rowlock.pacing.Reading;
import dev.rowlock.pacing.Signal;
import dev.rowlock.pacing.Unit;
import dev.rowlock.pacing.internal.sql.SignalStatements;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import javax.sql.DataSource;

/**
 * How far a replica is behind, as the replica itself says, on its own connection. NULL (replication stopped) and a server that is no replica are
 * stale, not 0 (facts 5.6). With several channels the slowest counts. Needs REPLICATION CLIENT on MySQL, REPLICA MONITOR on MariaDB.
 */
public final class ReplicaLag implements Signal {
    /** The replica counts whole seconds. */
    private static final Duration WINDOW = Duration.ofSeconds(2);

    private final KeptConnection connection;
    private final String name;
    private final LevelHistory history = new LevelHistory(WINDOW);

    private ReplicaLag(DataSource replica, String name) {
        this.connection = new KeptConnection(replica);
        this.name = name;
    }

    /**
     * How far a replica is behind, as it says itself.
     *
     * @param replica leads to the replica, not to the server that is written to
     * @param label which replica, for messages
     */
    public static ReplicaLag of(DataSource replica, String label) {
        return new ReplicaLag(replica, "lag of " + label);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Duration window() {
        return WINDOW;
    }

    @Override
    public Unit unit() {
        return Unit.SECONDS;
    }

    @Override
    public Reading read(Duration now) throws SQLException {
        double lag = connection.query(SignalStatements.REPLICA_STATUS, ReplicaLag::slowest);
        if (Double.isNaN(lag)) {
            return new Reading.Stale(
                    Duration.ZERO, name + " is unknown: replication is stopped, or catches no connection");
        }
        return lag < 0
                ? new Reading.Stale(Duration.ZERO, name + " is unknown: this server is no replica")
                : history.plus(now, lag, Unit.SECONDS, name);
    }

    /** -1 without channels, NaN when one of them does not know. */
    private static double slowest(ResultSet rows) throws SQLException {
        int column = behind(rows.getMetaData());
        double slowest = -1;
        while (rows.next()) {
            double lag = rows.getDouble(column);
            slowest = rows.wasNull() ? Double.NaN : Math.max(slowest, lag);
        }
        return slowest;
    }

    /** MySQL has Seconds_Behind_Source, MariaDB Seconds_Behind_Master. */
    private static int behind(ResultSetMetaData columns) throws SQLException {
        for (int column = 1; column <= columns.getColumnCount(); column++) {
            if (columns.getColumnLabel(column).toLowerCase(Locale.ROOT).startsWith("seconds_behind_")) {
                return column;
            }
        }
        throw new SQLException("the replica does not say how many seconds it is behind");
    }

    @Override
    public void close() {
        connection.close();
    }
}
