package dev.rowlock.queue.internal.census;

import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.QueueCounts;
import dev.rowlock.queue.internal.sql.CensusStatements;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Reads the figures that are kept. Holds no state. */
public final class CountedQueues {
    private CountedQueues() {}

    public static List<QueueCounts> read(Connection connection) throws SQLException {
        return new Call(connection, CensusStatements.COUNT_READ).query(CountedQueues::row);
    }

    private static QueueCounts row(ResultSet row) throws SQLException {
        long micros = row.getLong(9);
        Optional<Instant> countedAt =
                row.wasNull() ? Optional.empty() : Optional.of(Instant.EPOCH.plus(micros, ChronoUnit.MICROS));
        return new QueueCounts(
                Objects.requireNonNull(row.getString(1)),
                row.getLong(2),
                row.getLong(3),
                row.getLong(4),
                row.getLong(5),
                row.getLong(6),
                row.getLong(7),
                row.getLong(8),
                countedAt);
    }
}
