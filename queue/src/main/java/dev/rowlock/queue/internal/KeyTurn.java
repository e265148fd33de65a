package dev.rowlock.queue.internal;

import dev.rowlock.mysql.Failure;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.internal.sql.EnqueueStatements;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;

/**
 * Queues up for the INSERT of one key: when three insert it and the first rolls back, InnoDB would end one of the others with a deadlock, and its
 * whole transaction with it (facts 3.4). Immutable.
 */
public final class KeyTurn {
    /** One INSERT. */
    public interface Insert {
        boolean run() throws SQLException;
    }

    private final String place;

    private KeyTurn(String place) {
        this.place = place;
    }

    /** A name of at most 64 characters that two keys hardly ever share; if they do, one waits a moment for the other. */
    public static KeyTurn of(String scope, String name) {
        String full = scope.length() + ":" + scope + name;
        return new KeyTurn("rowlock:" + UUID.nameUUIDFromBytes(full.getBytes(StandardCharsets.UTF_8)));
    }

    /** Runs it when it is its turn. */
    public boolean during(Connection connection, Insert insert) throws SQLException {
        boolean first = new Call(connection, EnqueueStatements.KEY_QUEUE_UP)
                .with(place)
                .query(row -> row.getBoolean(1))
                .get(0);
        try {
            return insert.run();
        } catch (SQLException e) {
            first &= Failure.of(e) != Failure.CONNECTION;
            throw e;
        } finally {
            if (first) {
                new Call(connection, EnqueueStatements.KEY_NEXT_PLEASE)
                        .with(place)
                        .query(row -> row.getBoolean(1));
            }
        }
    }
}
