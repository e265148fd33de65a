package dev.rowlock.benchmarks.queue;

import dev.rowlock.benchmarks.internal.sql.GroundStatements;
import dev.rowlock.cli.bench.Measure;
import dev.rowlock.queue.Queue;
import java.sql.SQLException;
import java.util.Map;

/** P3: bulk enqueue with ids back, against multi-row INSERTs of as many rows into the same table. */
final class BulkEnqueue {
    private static final double GOAL = 0.9;

    private final Bench bench;

    BulkEnqueue(Bench bench) {
        this.bench = bench;
    }

    Measure measure() throws SQLException {
        int jobs = bench.sizes().jobs();
        int batch = bench.sizes().batch();
        Queue queue = bench.ground().queues().queue("bulk");
        Ratios ratios = new Ratios();
        try (Bare bare = new Bare(bench.ground(), bench.ground().number("bare"), batch)) {
            NoopJobs.enqueue(queue, jobs, batch);
            bare.enqueue(jobs);
            for (int round = 1; round <= bench.sizes().rounds(); round++) {
                bench.ground().execute(GroundStatements.JOB_EMPTY);
                InTurn<Double> seconds =
                        InTurn.of(round, () -> NoopJobs.enqueue(queue, jobs, batch), () -> bare.enqueue(jobs));
                double managed = jobs / seconds.measured();
                double reference = jobs / seconds.reference();
                ratios.add(managed, reference);
                bench.say(
                        "P3 round %d: managed %.0f jobs/s, bare %.0f: %.2f",
                        round, managed, reference, managed / reference);
            }
            bench.ground().execute(GroundStatements.JOB_EMPTY);
        }
        return Bench.atLeast(
                "P3",
                "bulk enqueue, " + batch + " jobs a transaction, against bare INSERT",
                ratios,
                GOAL,
                "multi-row INSERT of " + batch + " rows, prepared once, " + Math.round(ratios.reference()) + " rows/s",
                Map.of("jobsPerSecond", Math.round(ratios.value())));
    }
}
