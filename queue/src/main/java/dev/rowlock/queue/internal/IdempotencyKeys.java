package dev.rowlock.queue.internal;

import dev.rowlock.mysql.Failure;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.EnqueueOutcome;
import dev.rowlock.queue.IdempotencyKey;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.internal.sql.EnqueueStatements;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Uses idempotency keys, in a transaction that is open. Whoever is second waits for the first one's transaction to end, as with any unique key, and
 * then has an answer. Thread-safe.
 */
final class IdempotencyKeys {
    private static final int DUPLICATE_ENTRY = 1062;

    /** What is known of a key. */
    private record Use(JobId job, boolean expired) {}

    EnqueueOutcome use(Connection connection, IdempotencyKey key, int queue, JobId id) throws SQLException {
        Optional<Use> seen = find(connection, EnqueueStatements.KEY_FIND, key);
        if (seen.isEmpty() && insert(connection, key, queue, id)) {
            return new EnqueueOutcome.Inserted(id);
        }
        if (seen.isEmpty()) {
            seen = find(connection, EnqueueStatements.KEY_FIND_NOW, key);
        }
        if (seen.map(Use::expired).orElse(false)) {
            if (renew(connection, key, queue, id)) {
                return new EnqueueOutcome.Inserted(id);
            }
            seen = find(connection, EnqueueStatements.KEY_FIND_NOW, key);
        }
        JobId first = seen.map(Use::job)
                .orElseThrow(() -> new SQLException(
                        "the idempotency key " + key.scope() + "/" + key.name()
                                + " was removed between two statements: enqueue again",
                        "40001"));
        return new EnqueueOutcome.Duplicate(first, FinishedJobs.find(connection, first));
    }

    private static Optional<Use> find(Connection connection, String statement, IdempotencyKey key) throws SQLException {
        List<Use> rows = new Call(connection, statement)
                .with(key.scope())
                .with(key.name())
                .query(row -> new Use(JobId.of(row.getBytes(1)), row.getBoolean(2)));
        return rows.stream().findFirst();
    }

    /** Whether the key was free. Queues up first: a deadlock would end the caller's whole transaction (facts 3.4). */
    private static boolean insert(Connection connection, IdempotencyKey key, int queue, JobId id) throws SQLException {
        String place = place(key);
        boolean first = new Call(connection, EnqueueStatements.KEY_QUEUE_UP)
                .with(place)
                .query(row -> row.getBoolean(1))
                .get(0);
        try {
            new Call(connection, EnqueueStatements.KEY_INSERT)
                    .with(key.scope())
                    .with(key.name())
                    .with(id.bytes())
                    .with(queue)
                    .with(key.retention().toSeconds())
                    .update();
            return true;
        } catch (SQLException e) {
            if (e.getErrorCode() == DUPLICATE_ENTRY) {
                return false;
            }
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

    private static boolean renew(Connection connection, IdempotencyKey key, int queue, JobId id) throws SQLException {
        return new Call(connection, EnqueueStatements.KEY_RENEW)
                        .with(id.bytes())
                        .with(queue)
                        .with(key.retention().toSeconds())
                        .with(key.scope())
                        .with(key.name())
                        .update()
                > 0;
    }

    /** A name of at most 64 characters that two keys hardly ever share; if they do, one waits a moment for the other. */
    private static String place(IdempotencyKey key) {
        String full = key.scope().length() + ":" + key.scope() + key.name();
        return "rowlock:" + UUID.nameUUIDFromBytes(full.getBytes(StandardCharsets.UTF_8));
    }
}
