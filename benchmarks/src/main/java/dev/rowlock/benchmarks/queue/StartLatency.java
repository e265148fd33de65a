package dev.rowlock.benchmarks.queue;

import dev.rowlock.benchmarks.internal.sql.GroundStatements;
import dev.rowlock.cli.bench.Measure;
import dev.rowlock.cli.bench.Measure.Met;
import dev.rowlock.mysql.SessionState;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.queue.Queue;
import dev.rowlock.queue.QueueSettings;
import dev.rowlock.queue.Queues;
import dev.rowlock.queue.Worker;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** P6: how soon after the COMMIT of its enqueue a job starts, and what an idle process asks the server. */
final class StartLatency {
    private static final int JOBS = 100;
    private static final int POLLED = 15;
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration IDLE = Duration.ofSeconds(20);
    private static final double SAME_PROCESS = 0.5;
    private static final double OF_THE_INTERVAL = 0.5;
    private static final double STATEMENTS = 0.5;

    private final Bench bench;

    StartLatency(Bench bench) {
        this.bench = bench;
    }

    void measure(Consumer<Measure> found) throws SQLException {
        try (Ground ground = Ground.create("rowlock_bench_count", bench.sessions())) {
            double claim = bareClaim(ground);
            found.accept(sameProcess(ground, claim));
            found.accept(polling(ground));
            found.accept(idle(ground));
        }
    }

    /** Milliseconds of one claim of one job by hand, its commit included. */
    private double bareClaim(Ground ground) throws SQLException {
        List<Double> millis = new ArrayList<>();
        try (Bare bare = new Bare(ground, ground.number("bare"), 1)) {
            for (int number = 0; number < 2 * JOBS; number++) {
                bare.enqueue(1);
                double took = bare.claimOnce();
                if (number >= JOBS) {
                    millis.add(took);
                }
            }
        }
        return Ratios.median(millis);
    }

    private Queues queues(CommitClock clock) {
        return Queues.open(Transactions.of(clock).sessions(SessionState.READ_COMMITTED), QueueSettings.standard());
    }

    private Measure sameProcess(Ground ground, double claim) {
        CommitClock clock = new CommitClock(ground.pool());
        Queue queue = queues(clock).queue("same");
        StartTimes times = new StartTimes();
        List<Double> medians = new ArrayList<>();
        try (Worker worker = queue.worker()
                .handle(NoopJobs.KIND, job -> times.started(job.id()))
                .start()) {
            times.run(queue, clock, JOBS, Duration.ofMillis(5), Duration.ofMillis(15));
            for (int round = 1; round <= bench.sizes().rounds(); round++) {
                medians.add(Ratios.median(times.run(queue, clock, JOBS, Duration.ofMillis(5), Duration.ofMillis(15))));
                bench.say(
                        "P6 round %d: same process p50 %.3f ms after the commit; one bare claim takes %.2f ms; held %d",
                        round,
                        medians.get(medians.size() - 1),
                        claim,
                        worker.counts().held());
            }
        }
        return measure(
                "P6",
                "ms from the commit of an enqueue to the start of the job, same process, p50",
                medians,
                SAME_PROCESS,
                "the commit of the enqueue; one bare claim takes " + String.format(java.util.Locale.ROOT, "%.2f", claim)
                        + " ms");
    }

    private Measure polling(Ground ground) {
        CommitClock clock = new CommitClock(ground.pool());
        Queue here = queues(clock).queue("other");
        StartTimes times = new StartTimes();
        List<Double> medians = new ArrayList<>();
        try (Worker worker = ground.queues()
                .queue("other")
                .worker()
                .handle(NoopJobs.KIND, job -> times.started(job.id()))
                .pauses(Duration.ofMillis(20), POLL)
                .start()) {
            for (int round = 1; round <= bench.sizes().rounds(); round++) {
                double p50 =
                        Ratios.median(times.run(here, clock, POLLED, Duration.ofMillis(800), Duration.ofMillis(1_200)));
                medians.add(p50 / POLL.toMillis());
                bench.say(
                        "P6 round %d: polling every %d ms p50 %.1f ms; held %d",
                        round, POLL.toMillis(), p50, worker.counts().held());
            }
        }
        return measure(
                "P6c",
                "the same with other workers' polling only, as a share of the poll interval, p50",
                medians,
                OF_THE_INTERVAL,
                "the poll interval, " + POLL.toMillis() + " ms");
    }

    private Measure idle(Ground ground) throws SQLException {
        List<Double> perSecond = new ArrayList<>();
        try (Connection connection = bench.sessions().getConnection();
                Worker worker = ground.queues()
                        .queue("idle")
                        .worker()
                        .handle(NoopJobs.KIND, job -> new StartTimes().started(job.id()))
                        .start()) {
            LockSupport.parkNanos(IDLE.toNanos() / 2);
            long before = statements(connection, ground);
            long start = System.nanoTime();
            LockSupport.parkNanos(IDLE.toNanos());
            double seconds = (System.nanoTime() - start) / 1e9;
            perSecond.add((statements(connection, ground) - before) / seconds);
            bench.say(
                    "P6 idle for %.0f s: %.2f statements/s; held %d",
                    seconds, perSecond.get(0), worker.counts().held());
        }
        double value = perSecond.get(0);
        return new Measure(
                "P6d",
                "statements/s of an idle process with one worker",
                value,
                "< " + STATEMENTS,
                Met.when(value < STATEMENTS),
                List.of(value, value),
                IDLE.toSeconds() + " s of nothing to do, as the server counts statements, housekeeping included",
                Map.of());
    }

    private static Measure measure(String id, String what, List<Double> medians, double goal, String reference) {
        List<Double> sorted = medians.stream().sorted().toList();
        double value = Ratios.median(medians);
        return new Measure(
                id,
                what,
                value,
                "<= " + goal,
                Met.when(value <= goal),
                List.of(sorted.get(0), sorted.get(sorted.size() - 1)),
                reference,
                Map.of());
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
