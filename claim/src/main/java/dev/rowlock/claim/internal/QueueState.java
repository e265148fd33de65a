package dev.rowlock.claim.internal;

import dev.rowlock.claim.LeaseState;
import dev.rowlock.mysql.table.Call;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** Looks at the queue without locks. */
public final class QueueState {
    private final Protocol protocol;

    public QueueState(Protocol protocol) {
        this.protocol = protocol;
    }

    public Optional<Duration> oldestReady(Connection connection) throws SQLException {
        if (protocol.sql().oldestReady.isEmpty()) {
            return Optional.empty();
        }
        return new Call(connection, protocol.sql().oldestReady)
                        .with(protocol.table().state(LeaseState.READY))
                        .query(row -> Duration.of(row.getLong(1), ChronoUnit.MICROS))
                        .stream()
                        .findFirst();
    }

    public boolean isAny(Connection connection, LeaseState state) throws SQLException {
        if (!protocol.table().states().containsKey(state)) {
            return false;
        }
        return !new Call(connection, protocol.sql().any)
                .with(protocol.table().state(state))
                .query(row -> row.getInt(1))
                .isEmpty();
    }

    public boolean isAnyDue(Connection connection) throws SQLException {
        return !new Call(connection, protocol.sql().anyDue)
                .with(protocol.table().state(LeaseState.READY))
                .query(row -> row.getInt(1))
                .isEmpty();
    }
}
