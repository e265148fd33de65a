package dev.rowlock.benchmarks.queue;

import dev.rowlock.benchmarks.peers.DbSchedulerPeer;
import dev.rowlock.benchmarks.peers.JobRunrPeer;
import dev.rowlock.benchmarks.peers.Peer;
import dev.rowlock.benchmarks.peers.QuartzPeer;
import dev.rowlock.cli.bench.Figures;
import dev.rowlock.cli.bench.Measure;
import dev.rowlock.queue.History;
import dev.rowlock.queue.JobOutcome;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * P2: P1's figure against other job libraries, and the queue with each completion committed alone against the fastest of them. They get as many threads as they
 * like; one worker of ours uses one connection at a time, so there are as many workers as there are threads that enqueue.
 */
final class PeerRatios {
    private static final double GOAL_ALONE = 1.5;

    private static final int WARM_UPS = 2;

    /**
     * A library beside its goal.
     *
     * @param jobs how many it gets, so that each runs for seconds
     * @param history what it keeps of finished jobs, and so does the queue beside it
     * @param ratios to the queue that keeps as much
     * @param withHistory to the queue that keeps its history, whatever the library does
     */
    private record Contender(
            String id, Peer peer, double goal, int jobs, History history, Ratios ratios, Ratios withHistory) {
        static Contender of(String id, Peer peer, double goal, int jobs, History history) {
            return new Contender(id, peer, goal, jobs, history, new Ratios(), new Ratios());
        }
    }

    private final Bench bench;
    private final List<Contender> contenders = new ArrayList<>();
    private final Ratios alone = new Ratios();

    PeerRatios(Bench bench) {
        this.bench = bench;
        int jobs = bench.sizes().peerJobs();
        contenders.add(Contender.of("P2", new DbSchedulerPeer(), 15, jobs, History.COUNTED));
        contenders.add(Contender.of("P2b", new JobRunrPeer(), 30, jobs / 3, History.KEPT));
        contenders.add(Contender.of("P2c", new QuartzPeer(), 150, jobs / 20, History.COUNTED));
    }

    void measure(Consumer<Measure> found) throws SQLException {
        contenders.forEach(
                contender -> bench.say("P2 beside %s", contender.peer().settings()));
        int jobs = bench.sizes().jobs();
        int threads = bench.sizes().peerThreads();
        Managed kept = managed(History.KEPT);
        Managed counted = managed(History.COUNTED);
        try (CommitsAlone single = new CommitsAlone(bench.ground(), threads)) {
            for (int round = 1 - WARM_UPS; round <= rounds(); round++) {
                // Those before are to warm up: classes are loaded and compiled, connections made.
                boolean counts = round > 0;
                double keeping = kept.run(jobs).perSecond();
                double counting = counted.run(jobs).perSecond();
                List<Double> figures = new ArrayList<>();
                for (Contender contender : contenders) {
                    contender.peer().prepare(bench.ground());
                    double other = contender
                            .peer()
                            .run(bench.ground(), threads, counts ? contender.jobs() : contender.jobs() / 3)
                            .perSecond();
                    figures.add(other);
                    if (counts) {
                        contender.ratios().add(contender.history() == History.KEPT ? keeping : counting, other);
                        contender.withHistory().add(keeping, other);
                    }
                }
                double committedAlone = single.run(
                        counts ? bench.sizes().peerJobs() : bench.sizes().peerJobs() / 3);
                if (counts) {
                    alone.add(committedAlone, figures.get(0));
                }
                say(round, keeping, counting, committedAlone, figures);
            }
        }
        contenders.forEach(contender -> found.accept(result(contender)));
        found.accept(alone(threads));
    }

    private Managed managed(History history) {
        return Managed.of(
                        bench.ground().queues().queue("peers"),
                        bench.sizes().concurrency(),
                        bench.sizes().batch(),
                        history,
                        job -> JobOutcome.done())
                .threads(Peer.ENQUEUERS);
    }

    private int rounds() {
        return Math.max(1, (bench.sizes().rounds() + 1) / 2);
    }

    private void say(int round, double keeping, double counting, double alone, List<Double> figures) {
        bench.say(
                "P2 round %d: managed %.0f jobs/s, without history %.0f, each committed alone %.0f; db-scheduler %.0f, JobRunr %.0f, Quartz %.0f",
                round, keeping, counting, alone, figures.get(0), figures.get(1), figures.get(2));
    }

    private Measure result(Contender contender) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("jobsPerSecond", Math.round(contender.ratios().value()));
        details.put("settings", contender.peer().settings());
        details.put(
                "queueSettings",
                "batches of " + bench.sizes().batch() + ", " + Peer.ENQUEUERS + " workers in one process, "
                        + bench.sizes().concurrency() + " handlers together; "
                        + (contender.history() == History.KEPT
                                ? "history kept, as it keeps finished jobs"
                                : "no history, as it keeps no finished jobs"));
        details.put("withHistoryKept", Figures.rounded(contender.withHistory().median(), 1));
        return Bench.atLeast(
                contender.id(),
                "P1's figure with " + Peer.ENQUEUERS + " workers against "
                        + contender.peer().name(),
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
