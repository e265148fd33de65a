package dev.rowlock.benchmarks.queue;

import dev.rowlock.benchmarks.peers.DbSchedulerPeer;
import dev.rowlock.benchmarks.peers.JobRunrPeer;
import dev.rowlock.benchmarks.peers.Peer;
import dev.rowlock.benchmarks.peers.QuartzPeer;
import dev.rowlock.cli.bench.Measure;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** P2: P1's figure against other job libraries, and the queue with each completion committed alone against the fastest of them. */
final class PeerRatios {
    private static final double GOAL_ALONE = 1.5;

    /** As the others have their threads: one worker uses one connection at a time, a second one the server's second core. */
    private static final int WORKERS = Integer.getInteger("p2workers", 2);

    /** A library beside its goal, and how many jobs it gets, so that each runs for seconds. */
    private record Contender(String id, Peer peer, double goal, int jobs, Ratios ratios) {}

    private final Bench bench;
    private final List<Contender> contenders = new ArrayList<>();
    private final Ratios alone = new Ratios();

    PeerRatios(Bench bench) {
        this.bench = bench;
        int jobs = bench.sizes().peerJobs();
        contenders.add(new Contender("P2", new DbSchedulerPeer(), 15, jobs, new Ratios()));
        contenders.add(new Contender("P2b", new JobRunrPeer(), 30, jobs / 3, new Ratios()));
        contenders.add(new Contender("P2c", new QuartzPeer(), 150, jobs / 20, new Ratios()));
    }

    void measure(Consumer<Measure> found) throws SQLException {
        contenders.forEach(
                contender -> bench.say("P2 beside %s", contender.peer().settings()));
        int jobs = bench.sizes().jobs();
        int threads = bench.sizes().peerThreads();
        Managed managed = Managed.noop(
                        bench.ground().queues().queue("peers"),
                        bench.sizes().concurrency(),
                        bench.sizes().batch())
                .workers(WORKERS);
        try (CommitsAlone single = new CommitsAlone(bench.ground(), threads)) {
            for (int round = 0; round <= rounds(); round++) {
                // The first is to warm up: classes are loaded and compiled, connections made.
                boolean counts = round > 0;
                double figure = managed.run(counts ? jobs : jobs / 2).perSecond();
                List<Double> figures = new ArrayList<>();
                for (Contender contender : contenders) {
                    contender.peer().prepare(bench.ground());
                    double other = contender
                            .peer()
                            .run(bench.ground(), threads, counts ? contender.jobs() : contender.jobs() / 3)
                            .perSecond();
                    figures.add(other);
                    if (counts) {
                        contender.ratios().add(figure, other);
                    }
                }
                double committedAlone = single.run(
                        counts ? bench.sizes().peerJobs() : bench.sizes().peerJobs() / 3);
                if (counts) {
                    alone.add(committedAlone, figures.get(0));
                }
                say(round, figure, committedAlone, figures);
            }
        }
        contenders.forEach(contender -> found.accept(result(contender)));
        found.accept(alone(threads));
    }

    private int rounds() {
        return Math.max(1, (bench.sizes().rounds() + 1) / 2);
    }

    private void say(int round, double managed, double alone, List<Double> figures) {
        bench.say(
                "P2 round %d: managed %.0f jobs/s, each committed alone %.0f; db-scheduler %.0f, JobRunr %.0f, Quartz %.0f",
                round, managed, alone, figures.get(0), figures.get(1), figures.get(2));
    }

    private Measure result(Contender contender) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("jobsPerSecond", Math.round(contender.ratios().value()));
        details.put("settings", contender.peer().settings());
        return Bench.atLeast(
                contender.id(),
                "P1's figure against " + contender.peer().name(),
                contender.ratios(),
                contender.goal(),
                contender.peer().name() + " with " + bench.sizes().peerThreads() + " threads, "
                        + Math.round(contender.ratios().reference()) + " jobs/s",
                details);
    }

    private Measure alone(int threads) {
        return Bench.atLeast(
                "P2d",
                "each completion committed alone (Job.completeOn), against db-scheduler",
                alone,
                GOAL_ALONE,
                "db-scheduler with " + threads + " threads, " + Math.round(alone.reference()) + " jobs/s",
                Map.of(
                        "jobsPerSecond",
                        Math.round(alone.value()),
                        "settings",
                        "claims of " + CommitsAlone.BATCH + "; " + threads
                                + " handlers, each completes its job in a transaction of its own on a connection of its own; no history,"
                                + " as db-scheduler keeps none"));
    }
}
