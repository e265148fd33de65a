package dev.rowlock.queue.internal;

import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.EnqueueOutcome;
import dev.rowlock.queue.IdempotencyKey;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.internal.sql.EnqueueStatements;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

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

    /** Whether the key was free. */
    private static boolean insert(Connection connection, IdempotencyKey key, int queue, JobId id) throws SQLException {
        return KeyTurn.of(key.scope(), key.name()).during(connection, () -> {
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
                throw e;
            }
        });
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
}
