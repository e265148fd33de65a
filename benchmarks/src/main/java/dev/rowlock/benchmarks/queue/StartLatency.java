package dev.rowlock.benchmarks.queue;

import dev.rowlock.cli.bench.Figures;
import dev.rowlock.cli.bench.Measure;
import dev.rowlock.queue.Queue;
import dev.rowlock.queue.Worker;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/** P6: how soon after the COMMIT of its enqueue a job starts, in the process that enqueued it and in one that only polls; and what goes with it. */
final class StartLatency {
    private static final Duration POLL = Duration.ofMillis(200);

    /** By then its pauses have doubled to the longest; a poll later is any moment of one. */
    private static final Duration QUIET = Duration.ofMillis(700);

    private static final double SAME_PROCESS = 0.5;
    private static final double OF_THE_INTERVAL = 0.5;

    private final Bench bench;

    StartLatency(Bench bench) {
        this.bench = bench;
    }

    void measure(Consumer<Measure> found) throws SQLException {
        try (Ground ground = Ground.create("rowlock_bench_count", bench.sessions())) {
            found.accept(sameProcess(ground, bareClaim(ground)));
            new WokenStarts(bench, ground).measure().ifPresent(found);
            found.accept(polling(ground));
            found.accept(new IdleProcess(bench, ground).measure());
        }
    }

    /** Milliseconds of one claim of one job by hand, its commit included. */
    private double bareClaim(Ground ground) throws SQLException {
        List<Double> millis = new ArrayList<>();
        int jobs = bench.sizes().startJobs();
        try (Bare bare = new Bare(ground, ground.number("bare"), 1)) {
            for (int number = 0; number < 2 * jobs; number++) {
                bare.enqueue(1);
                double took = bare.claimOnce();
                if (number >= jobs) {
                    millis.add(took);
                }
            }
        }
        return Figures.median(millis);
    }

    private Measure sameProcess(Ground ground, double claim) {
        CommitClock clock = new CommitClock(ground.pool());
        Queue queue = clock.queues().queue("same");
        StartTimes times = new StartTimes();
        List<Double> medians = new ArrayList<>();
        int jobs = bench.sizes().startJobs();
        try (Worker worker = queue.worker()
                .handle(NoopJobs.KIND, job -> times.started(job.id()))
                .start()) {
            times.run(queue, clock, jobs, Duration.ofMillis(5), Duration.ofMillis(15));
            for (int round = 1; round <= bench.sizes().rounds(); round++) {
                medians.add(Figures.median(times.run(queue, clock, jobs, Duration.ofMillis(5), Duration.ofMillis(15))));
                bench.say(
                        "P6 round %d: same process p50 %.3f ms after the commit; one bare claim takes %.2f ms; held %d",
                        round,
                        medians.get(medians.size() - 1),
                        claim,
                        worker.counts().held());
            }
        }
        return Bench.atMost(
                "P6",
                "ms from the commit of an enqueue to the start of the job, same process, p50",
                medians,
                SAME_PROCESS,
                "the commit of the enqueue; one bare claim takes " + String.format(Locale.ROOT, "%.2f", claim) + " ms",
                Map.of("bareClaimMillis", Figures.rounded(claim, 3)));
    }

    private Measure polling(Ground ground) {
        CommitClock clock = new CommitClock(ground.pool());
        Queue here = clock.queues().queue("other");
        StartTimes times = new StartTimes();
        List<Double> shares = new ArrayList<>();
        int jobs = Math.max(1, bench.sizes().startJobs() * 2 / 5);
        try (Worker worker = ground.queues()
                .queue("other")
                .worker()
                .handle(NoopJobs.KIND, job -> times.started(job.id()))
                .pauses(Duration.ofMillis(20), POLL)
                .start()) {
            for (int round = 1; round <= bench.sizes().rounds(); round++) {
                double p50 = Figures.median(times.run(here, clock, jobs, QUIET, QUIET.plus(POLL)));
                shares.add(p50 / POLL.toMillis());
                bench.say(
                        "P6c round %d: polling every %d ms p50 %.1f ms; held %d",
                        round, POLL.toMillis(), p50, worker.counts().held());
            }
        }
        return Bench.atMost(
                "P6c",
                "the same with other workers' polling only, as a share of the poll interval, p50",
                shares,
                OF_THE_INTERVAL,
                "the poll interval, " + POLL.toMillis() + " ms",
                Map.of("intervalMillis", POLL.toMillis()));
    }
}
