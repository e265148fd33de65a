package dev.rowlock.benchmarks.queue;

import dev.rowlock.benchmarks.internal.sql.GroundStatements;
import dev.rowlock.cli.bench.Measure;
import dev.rowlock.cli.bench.Measure.Met;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * P7: statements that a worker sends for each job at batch 100, as the server counts them: claims, results, commits, heartbeats, counts and
 * housekeeping. What an enqueue sends is told beside it.
 */
final class StatementsPerJob {
    private static final double GOAL = 0.05;
    private static final int BATCH = 100;

    private final Bench bench;

    StatementsPerJob(Bench bench) {
        this.bench = bench;
    }

    Measure measure() throws SQLException {
        int jobs = bench.sizes().jobs();
        List<Double> worked = new ArrayList<>();
        List<Double> enqueued = new ArrayList<>();
        try (Ground ground = Ground.create("rowlock_bench_count", bench.sessions());
                Connection connection = bench.sessions().getConnection()) {
            requireDigests(connection);
            Managed managed =
                    Managed.noop(ground.queues().queue("count"), bench.sizes().concurrency(), BATCH);
            managed.run(BATCH * 10);
            for (int round = 1; round <= bench.sizes().rounds(); round++) {
                long begin = statements(connection, ground);
                double seconds = NoopJobs.enqueue(ground.queues().queue("count"), jobs, BATCH);
                long between = statements(connection, ground);
                managed.work(jobs, seconds);
                long end = statements(connection, ground);
                enqueued.add((double) (between - begin) / jobs);
                worked.add((double) (end - between) / jobs);
                bench.say(
                        "P7 round %d: %d statements for %d jobs, %.4f a job; enqueue %.4f",
                        round, end - between, jobs, worked.get(worked.size() - 1), enqueued.get(enqueued.size() - 1));
            }
        }
        List<Double> sorted = worked.stream().sorted().toList();
        double value = Ratios.median(worked);
        return new Measure(
                "P7",
                "statements a job at batch " + BATCH + ", claim to completion",
                value,
                "<= " + GOAL,
                Met.when(value <= GOAL),
                List.of(sorted.get(0), sorted.get(sorted.size() - 1)),
                "one job, as the server counts statements of the worker's sessions",
                Map.of("enqueueStatementsPerJob", Ratios.median(enqueued)));
    }

    private static void requireDigests(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(GroundStatements.DIGESTS_ON)) {
            if (!row.next() || !row.getBoolean(1)) {
                throw new SQLException("P7 needs performance_schema with statement digests: measure it on MySQL");
            }
        }
    }

    private static long statements(Connection connection, Ground ground) throws SQLException {
        try (PreparedStatement count = connection.prepareStatement(GroundStatements.STATEMENTS_OF_SCHEMA)) {
            count.setString(1, ground.schema());
            try (ResultSet row = count.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }
}
