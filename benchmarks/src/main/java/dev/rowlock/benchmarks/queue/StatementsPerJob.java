package dev.rowlock.benchmarks.queue;

import dev.rowlock.cli.bench.Figures;
import dev.rowlock.cli.bench.Measure;
import java.sql.SQLException;
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
                StatementCount statements = StatementCount.of(bench.sessions(), ground)) {
            Managed managed =
                    Managed.noop(ground.queues().queue("count"), bench.sizes().concurrency(), BATCH);
            managed.run(BATCH * 10);
            for (int round = 1; round <= bench.sizes().rounds(); round++) {
                long begin = statements.read();
                double seconds = NoopJobs.enqueue(ground.queues().queue("count"), jobs, BATCH);
                long between = statements.read();
                managed.work(jobs, seconds);
                long end = statements.read();
                enqueued.add((double) (between - begin) / jobs);
                worked.add((double) (end - between) / jobs);
                bench.say(
                        "P7 round %d: %d statements for %d jobs, %.4f a job; enqueue %.4f",
                        round, end - between, jobs, worked.get(worked.size() - 1), enqueued.get(enqueued.size() - 1));
            }
        }
        return Bench.atMost(
                "P7",
                "statements a job at batch " + BATCH + ", claim to completion",
                worked,
                GOAL,
                "one job, as the server counts statements of the worker's sessions",
                Map.of("enqueueStatementsPerJob", Figures.rounded(Figures.median(enqueued), 3)));
    }
}
