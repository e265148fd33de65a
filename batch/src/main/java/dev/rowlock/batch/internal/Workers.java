package dev.rowlock.batch.internal;

import dev.rowlock.batch.RunState;
import dev.rowlock.batch.internal.sql.RunStatements;
import dev.rowlock.mysql.table.Call;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The processes that work on runs, in our own table: each reports in its own row, so that none is hot (C4). Immutable. */
public final class Workers {
    /** Those not seen for so long are gone. */
    private static final Duration SEEN = Duration.ofSeconds(5);

    private final Store store;

    public Workers(Store store) {
        this.store = store;
    }

    /**
     * A worker as its row keeps it.
     *
     * @param used rows a second it touched of late
     * @param wanted rows a second it could touch; infinite when it does not know
     * @param connections ids of its sessions on the server
     */
    public record Worker(
            String name,
            long rowsDone,
            double used,
            double wanted,
            String connections,
            double allotted,
            Duration unseen) {}

    /**
     * What a worker has to keep to.
     *
     * @param allottedOrNull its share of the rate; {@code null} before the first
     * @param age of the share
     * @param paced whether a process paces the run right now
     * @param chunkOrNull how long a chunk may hold its rows, when the pacing process has found out
     */
    record Orders(
            RunState state,
            String rateSetting,
            double rate,
            @Nullable Double allottedOrNull,
            Duration age,
            boolean paced,
            @Nullable Duration chunkOrNull) {}

    void report(Connection connection, long run, Worker worker) throws SQLException {
        new Call(connection, store.sql(RunStatements.WORKER_REPORT))
                .with(run)
                .with(worker.name())
                .with(worker.rowsDone())
                .with(Double.toString(worker.used()))
                .with(Double.isInfinite(worker.wanted()) ? "-1" : Double.toString(worker.wanted()))
                .with(worker.connections())
                .update();
    }

    Optional<Orders> orders(Connection connection, long run, String worker) throws SQLException {
        return new Call(connection, store.sql(RunStatements.WORKER_ORDERS))
                        .with(worker)
                        .with(run)
                        .query(row -> {
                            double allotted = row.getDouble(4);
                            Double allottedOrNull = row.wasNull() ? null : allotted;
                            long micros = row.getLong(5);
                            boolean never = row.wasNull();
                            long chunk = row.getLong(7);
                            Duration chunkOrNull = row.wasNull() ? null : Duration.ofNanos(chunk * 1000);
                            return new Orders(
                                    RunState.parse(row.getString(1)),
                                    row.getString(2),
                                    row.getDouble(3),
                                    never ? null : allottedOrNull,
                                    Duration.ofNanos(micros * 1000),
                                    row.getBoolean(6),
                                    chunkOrNull);
                        })
                        .stream()
                        .findFirst();
    }

    public List<Worker> list(Connection connection, long run) throws SQLException {
        return new Call(connection, store.sql(RunStatements.WORKER_LIST))
                .with(run)
                .with(SEEN.toNanos() / 1000)
                .query(row -> new Worker(
                        row.getString(1),
                        row.getLong(2),
                        row.getDouble(3),
                        row.getDouble(4) < 0 ? Double.POSITIVE_INFINITY : row.getDouble(4),
                        row.getString(5),
                        row.getDouble(6),
                        Duration.ofNanos(row.getLong(7) * 1000)));
    }

    void allot(Connection connection, long run, String worker, double rate) throws SQLException {
        new Call(connection, store.sql(RunStatements.WORKER_ALLOT))
                .with(Double.toString(rate))
                .with(run)
                .with(worker)
                .update();
    }

    void leave(Connection connection, long run, String worker) throws SQLException {
        new Call(connection, store.sql(RunStatements.WORKER_LEAVE))
                .with(run)
                .with(worker)
                .update();
    }
}
