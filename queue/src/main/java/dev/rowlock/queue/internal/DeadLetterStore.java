package dev.rowlock.queue.internal;

import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.DeadLetter;
import dev.rowlock.queue.Ending;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.internal.sql.DeadLetterStatements;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads, redrives and discards dead letters, in a transaction that is open. Thread-safe. */
public final class DeadLetterStore {
    private static final JobId BEGIN = new JobId(new UUID(0, 0));

    private final int queue;
    private final String name;

    public DeadLetterStore(int queue, String name) {
        this.queue = queue;
        this.name = name;
    }

    public List<DeadLetter> list(Connection connection, @Nullable JobId after, int limit) throws SQLException {
        return new Call(connection, DeadLetterStatements.DEAD_LIST)
                .with(queue)
                .with((after == null ? BEGIN : after).bytes())
                .with(limit)
                .query(row -> new DeadLetter(
                        JobId.of(row.getBytes(1)),
                        name,
                        Objects.requireNonNull(row.getString(2)),
                        row.getInt(3),
                        Instant.EPOCH.plus(row.getLong(4), ChronoUnit.MICROS),
                        Objects.requireNonNull(row.getString(5)),
                        row.getString(6)));
    }

    /** Makes some ready, the oldest first. */
    public int redriveSome(Connection connection, @Nullable String kind, int limit) throws SQLException {
        String filter = kind == null ? "" : DeadLetterStatements.OF_KIND;
        Call call = new Call(connection, DeadLetterStatements.DEAD_LOCK_SOME.replace("{kind}", filter)).with(queue);
        if (kind != null) {
            call.with(kind);
        }
        return revive(connection, call.with(limit).query(row -> JobId.of(row.getBytes(1))));
    }

    public int redrive(Connection connection, JobId id) throws SQLException {
        return revive(connection, lock(connection, id));
    }

    private int revive(Connection connection, List<JobId> locked) throws SQLException {
        if (!locked.isEmpty()) {
            named(connection, DeadLetterStatements.DEAD_REVIVE, locked).update();
            remove(connection, locked);
        }
        return locked.size();
    }

    public int discard(Connection connection, JobId id) throws SQLException {
        List<JobId> locked = lock(connection, id);
        if (!locked.isEmpty()) {
            new Call(connection, DeadLetterStatements.DEAD_RECORD)
                    .with(Ending.DISCARDED.code())
                    .with(id.bytes())
                    .update();
            remove(connection, locked);
            EndingCount.add(connection, queue, Ending.DISCARDED);
        }
        return locked.size();
    }

    private List<JobId> lock(Connection connection, JobId id) throws SQLException {
        return new Call(connection, DeadLetterStatements.DEAD_LOCK)
                .with(id.bytes())
                .with(queue)
                .query(row -> JobId.of(row.getBytes(1)));
    }

    private static void remove(Connection connection, List<JobId> locked) throws SQLException {
        named(connection, DeadLetterStatements.DEAD_REMOVE, locked).update();
    }

    private static Call named(Connection connection, String statement, List<JobId> ids) {
        Call call = new Call(connection, statement.replace("{ids}", Rows.names(ids.size())));
        ids.forEach(id -> call.with(id.bytes()));
        return call;
    }
}
