package dev.rowlock.testing.internal;

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

    private static final String CONNECTIONS = """
            SELECT p.ID AS id, p.COMMAND AS command, p.TIME AS seconds, p.INFO AS statement,
                   t.trx_state AS trx, t.trx_rows_locked AS locked
              FROM information_schema.PROCESSLIST p
              LEFT JOIN information_schema.INNODB_TRX t ON t.trx_mysql_thread_id = p.ID
             WHERE p.DB = '%s'
            """;

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
            admin.execute("KILL " + connection.get("id"));
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
        return admin.rows(CONNECTIONS.formatted(schema));
    }

    private static String describe(Map<String, @Nullable Object> connection) {
        return connection.get("trx") == null
                ? "a connection that the server still has: " + connection
                : "an open transaction with " + connection.get("locked") + " row locks: " + connection;
    }
}
