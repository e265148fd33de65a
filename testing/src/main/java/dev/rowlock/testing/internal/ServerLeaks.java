package dev.rowlock.testing.internal;

import dev.rowlock.testing.internal.sql.KitStatements;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Connections to a schema that the server still has, and what they hold. */
record ServerLeaks(Sql admin, String schema) {
    /** A server takes a moment to notice that a client has gone. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private static final Duration POLL = Duration.ofMillis(20);

    /** Waits a little for them to go; then describes and ends those that stay. */
    List<String> find() {
        long end = System.nanoTime() + PATIENCE.toNanos();
        List<Map<String, @Nullable Object>> connections = connections();
        while (!connections.isEmpty() && System.nanoTime() < end) {
            LockSupport.parkNanos(POLL.toNanos());
            connections = connections();
        }
        if (!connections.isEmpty()) {
            connections = connectionsOfAFreshCopy();
        }
        for (Map<String, @Nullable Object> connection : connections) {
            kill(connection);
        }
        return connections.stream().map(ServerLeaks::describe).toList();
    }

    /** What is open at this moment, to say more about connections that are known to be left. */
    List<String> openTransactions() {
        return connectionsOfAFreshCopy().stream()
                .filter(connection -> connection.get("trx") != null)
                .map(ServerLeaks::describe)
                .toList();
    }

    private void kill(Map<String, @Nullable Object> connection) {
        try {
            admin.execute(KitStatements.CONNECTION_KILL.formatted(connection.get("id")));
        } catch (dev.rowlock.testing.TestDatabaseException goneMeanwhile) {
            // it is reported all the same
        }
    }

    /** With the transactions as they are now, not as they were when somebody asked last. */
    private List<Map<String, @Nullable Object>> connectionsOfAFreshCopy() {
        LockSupport.parkNanos(LockReader.COPY_IS_KEPT.toNanos());
        return connections();
    }

    private List<Map<String, @Nullable Object>> connections() {
        return admin.rows(KitStatements.CONNECTIONS_OF_SCHEMA.formatted(schema));
    }

    private static String describe(Map<String, @Nullable Object> connection) {
        return connection.get("trx") == null
                ? "a connection that the server still has: " + connection
                : "an open transaction with " + connection.get("locked") + " row locks: " + connection;
    }
}
