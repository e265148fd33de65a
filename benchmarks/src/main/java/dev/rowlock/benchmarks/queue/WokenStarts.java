package dev.rowlock.benchmarks.queue;

import dev.rowlock.cli.bench.Figures;
import dev.rowlock.cli.bench.Measure;
import dev.rowlock.queue.Queue;
import dev.rowlock.queue.Worker;
import dev.rowlock.wakeup.BinaryLogWakeUps;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * P6b: how soon after the COMMIT of its enqueue a job starts in a process that did not enqueue it and is woken by the binary log, against one
 * bare claim and its commit. Each start has a bare claim of its own right before it, so both meet the same machine.
 */
final class WokenStarts {
    private static final double GOAL = 1.5;

    /** Long enough for the worker to have run out of work, so that it is woken and does not just go on. */
    private static final Duration SHORTEST = Duration.ofMillis(30);

    private static final Duration LONGEST = Duration.ofMillis(60);

    /**
     * Starts and bare claims before the first round, for each job of a round: a worker lives for days, and its claim has more code to compile than the bare
     * one before it is what it will be.
     */
    private static final int WARM_UP = 30;

    private static final Duration WARM_SHORTEST = Duration.ofNanos(500_000);
    private static final Duration WARM_LONGEST = Duration.ofMillis(3);

    private final Bench bench;
    private final Ground ground;

    WokenStarts(Bench bench, Ground ground) {
        this.bench = bench;
        this.ground = ground;
    }

    /** Empty, with a line that says why, where the account or the server keeps the binary log to itself. */
    Optional<Measure> measure() throws SQLException {
        try (BinaryLogWakeUps wakeUps = BinaryLogWakeUps.start(ground.queues(), bench.log())) {
            return wakeUps.state().fold(listening -> true, polling -> {
                        bench.say("P6b is not measured, the binary log cannot be read: %s", polling.reason());
                        return false;
                    })
                    ? Optional.of(woken())
                    : Optional.empty();
        }
    }

    private Measure woken() throws SQLException {
        CommitClock clock = new CommitClock(ground.pool());
        Queue there = clock.queues().queue("woken");
        StartTimes times = new StartTimes();
        Ratios ratios = new Ratios();
        try (Bare bare = new Bare(ground, ground.number("bare"), 1);
                Worker worker = ground.queues()
                        .queue("woken")
                        .worker()
                        .handle(NoopJobs.KIND, job -> times.started(job.id()))
                        // Between two jobs it does not look by itself more than once or twice: what starts them is the
                        // log.
                        .pauses(Duration.ofMillis(10), Duration.ofMinutes(1))
                        .start()) {
            for (int number = 0; number < WARM_UP * bench.sizes().startJobs(); number++) {
                bare.enqueue(1);
                bare.claimOnce();
                times.one(there, clock, WARM_SHORTEST, WARM_LONGEST);
            }
            for (int round = 0; round <= bench.sizes().rounds(); round++) {
                List<Double> starts = new ArrayList<>();
                List<Double> claims = new ArrayList<>();
                for (int number = 0; number < bench.sizes().startJobs(); number++) {
                    bare.enqueue(1);
                    claims.add(bare.claimOnce());
                    starts.add(times.one(there, clock, SHORTEST, LONGEST));
                }
                double start = Figures.median(starts);
                double claim = Figures.median(claims);
                // The first is to get used to the pauses.
                if (round > 0) {
                    ratios.add(start, claim);
                    bench.say(
                            "P6b round %d: woken by the log p50 %.2f ms after the commit, one bare claim %.2f ms: %.2f; held %d",
                            round, start, claim, start / claim, worker.counts().held());
                }
            }
        }
        return Bench.atMost(
                "P6b",
                "from the commit of an enqueue to the start of the job, other process woken by the binary log, p50",
                ratios.each(),
                GOAL,
                "one bare claim and its commit, " + String.format(Locale.ROOT, "%.2f", ratios.reference())
                        + " ms at the median",
                Map.of(
                        "startMillis", Figures.rounded(ratios.value(), 3),
                        "bareClaimMillis", Figures.rounded(ratios.reference(), 3)));
    }
}
