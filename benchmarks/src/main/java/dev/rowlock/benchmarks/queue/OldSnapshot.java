package dev.rowlock.benchmarks.queue;

import dev.rowlock.benchmarks.internal.sql.GroundStatements;
import dev.rowlock.cli.bench.Measure;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * P4: whether a queue gets slower while somebody's old snapshot keeps every deleted row. Jobs run in five parts, each enqueued and worked as in
 * P1, under one snapshot that was opened before the first; the last part against the first.
 */
final class OldSnapshot {
    private static final double GOAL = 0.9;
    private static final int PARTS = 5;
    private static final long PURGED = 10_000;
    private static final long LONGEST = Duration.ofMinutes(2).toNanos();

    private final Bench bench;

    OldSnapshot(Bench bench) {
        this.bench = bench;
    }

    Measure measure() throws SQLException {
        int part = bench.sizes().snapshotJobs() / PARTS;
        int batch = bench.sizes().batch();
        Managed managed = Managed.noop(
                bench.ground().queues().queue("snapshot"), bench.sizes().concurrency(), batch);
        Ratios ratios = new Ratios();
        managed.run(part);
        int rounds = Math.max(1, (bench.sizes().rounds() + 1) / 2);
        for (int round = 1; round <= rounds; round++) {
            awaitPurge();
            round(round, managed, part, ratios);
        }
        awaitPurge();
        return Bench.atLeast(
                "P4",
                "P1's figure beside an old snapshot: last " + part + " of " + part * PARTS + " jobs against the first",
                ratios,
                GOAL,
                "the first " + part + " jobs under the same snapshot, " + Math.round(ratios.reference()) + " jobs/s",
                Map.of("jobsPerSecond", Math.round(ratios.value())));
    }

    private void round(int round, Managed managed, int part, Ratios ratios) throws SQLException {
        try (Connection old = bench.ground().session()) {
            old.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            try (Statement statement = old.createStatement()) {
                statement.execute(GroundStatements.SNAPSHOT_OPEN);
                count(statement);
                List<Timing> parts = new ArrayList<>();
                for (int number = 1; number <= PARTS; number++) {
                    parts.add(managed.run(part));
                }
                ratios.add(parts.get(PARTS - 1).perSecond(), parts.get(0).perSecond());
                bench.say(
                        "P4 round %d: %s jobs/s",
                        round,
                        parts.stream()
                                .map(timing -> Long.toString(Math.round(timing.perSecond())))
                                .toList());
                count(statement);
            }
            old.rollback();
        }
    }

    /** The snapshot is real, and still there at the end. */
    private static void count(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery(GroundStatements.SNAPSHOT_USE)) {
            row.next();
        }
    }

    /** What an earlier snapshot kept is gone before the next is opened. */
    private void awaitPurge() throws SQLException {
        long start = System.nanoTime();
        try (Connection connection = bench.ground().session();
                Statement statement = connection.createStatement()) {
            while (left(statement) > PURGED && System.nanoTime() - start < LONGEST) {
                LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
            }
        }
    }

    private static long left(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery(GroundStatements.PURGE_LEFT)) {
            return row.next() ? row.getLong(1) : 0;
        }
    }
}
