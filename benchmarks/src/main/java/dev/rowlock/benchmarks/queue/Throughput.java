package dev.rowlock.benchmarks.queue;

import dev.rowlock.cli.bench.Figures;
import dev.rowlock.cli.bench.Measure;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** P1: jobs a second that do nothing, enqueued, claimed, run and completed, against a bare JDBC loop over the same tables. */
final class Throughput {
    private static final double GOAL = 0.85;
    private static final int WARM_UPS = 3;

    private final Bench bench;
    private final List<Double> managedCpu = new ArrayList<>();
    private final List<Double> bareCpu = new ArrayList<>();
    private final Ratios whole = new Ratios();
    private final Ratios enqueue = new Ratios();
    private final Ratios work = new Ratios();

    Throughput(Bench bench) {
        this.bench = bench;
    }

    Measure measure() throws SQLException {
        int jobs = bench.sizes().jobs();
        int batch = bench.sizes().batch();
        Managed managed = Managed.noop(
                bench.ground().queues().queue("managed"), bench.sizes().concurrency(), batch);
        try (Bare bare = new Bare(bench.ground(), bench.ground().number("bare"), batch)) {
            // More code than the loop has, and so more to compile before it is what it will be for days.
            for (int warm = 0; warm < WARM_UPS; warm++) {
                managed.run(jobs);
                bare.run(jobs);
            }
            for (int round = 1; round <= bench.sizes().rounds(); round++) {
                InTurn<Timing> both = InTurn.of(round, () -> managed(managed, jobs), () -> bare(bare, jobs));
                add(round, both.measured(), both.reference());
            }
        }
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("jobsPerSecond", Math.round(whole.value()));
        details.put("enqueueRatio", Figures.rounded(enqueue.median(), 3));
        details.put("workRatio", Figures.rounded(work.median(), 3));
        if (!managedCpu.isEmpty()) {
            details.put("serverMicrosPerJob", Figures.rounded(Figures.median(managedCpu), 1));
            details.put("referenceServerMicrosPerJob", Figures.rounded(Figures.median(bareCpu), 1));
        }
        return Bench.atLeast(
                "P1",
                "managed queue, no-op jobs, batch " + batch + ", against bare JDBC",
                whole,
                GOAL,
                "bare JDBC loop over the same tables on one connection, " + Math.round(whole.reference()) + " jobs/s",
                details);
    }

    private Timing managed(Managed managed, int jobs) {
        OptionalDouble before = bench.server().cpuSeconds();
        Timing timing = managed.run(jobs);
        bench.cpuPerJob(before, jobs).ifPresent(managedCpu::add);
        return timing;
    }

    private Timing bare(Bare bare, int jobs) throws SQLException {
        OptionalDouble before = bench.server().cpuSeconds();
        Timing timing = bare.run(jobs);
        bench.cpuPerJob(before, jobs).ifPresent(bareCpu::add);
        return timing;
    }

    private void add(int round, Timing managed, Timing bare) {
        whole.add(managed.perSecond(), bare.perSecond());
        enqueue.add(managed.enqueuedPerSecond(), bare.enqueuedPerSecond());
        work.add(managed.workedPerSecond(), bare.workedPerSecond());
        bench.say(
                "P1 round %d: managed %.0f jobs/s (enqueue %.0f, work %.0f), bare %.0f (%.0f, %.0f): %.2f",
                round,
                managed.perSecond(),
                managed.enqueuedPerSecond(),
                managed.workedPerSecond(),
                bare.perSecond(),
                bare.enqueuedPerSecond(),
                bare.workedPerSecond(),
                managed.perSecond() / bare.perSecond());
    }
}
