package dev.rowlock.claim.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rowlock.claim.LeaseSettings;
import dev.rowlock.claim.LeaseTable;
import dev.rowlock.claim.fixture.SampleTables;
import dev.rowlock.testing.Connections;
import dev.rowlock.testing.CutProxy;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.Moment;
import dev.rowlock.testing.Sharing;
import dev.rowlock.testing.TestDatabase;
import dev.rowlock.testing.Tripwire;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A worker goes on after whatever happens to its server. */
final class TroubledServerTest {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    @EachServer
    void aLostAnswerToACompletionsCommitLosesNothing(TestDatabase database) throws InterruptedException {
        WorkBench bench = WorkBench.create(database, SampleTables.microseconds(), 60);
        try (CutProxy network = CutProxy.inFrontOf(database)) {
            LeaseTable table = bench.open(Connections.through(network, database), longLeases(bench));
            Tripwire cut = network.cut(Moment.AFTER_THE_ANSWER, "COMMIT", 4);
            Tripwire another = network.cut(Moment.BEFORE_THE_SERVER, "COMMIT", 7);
            try (LeaseWorker worker = LeaseWorker.ofBatches(
                            table,
                            WorkBench::allDone,
                            bench.work().concurrency(1).build())
                    .start()) {
                assertThat(worker.awaitEnd(PATIENCE)).isTrue();
                assertThat(worker.counts().done()).isEqualTo(60);
                assertThat(worker.counts().lost()).isZero();
            }
            assertThat(cut.happened()).isTrue();
            assertThat(another.happened()).isTrue();
        }
        assertThat(bench.count("done")).isEqualTo(60);
    }

    @EachServer
    void resultsAreKeptWhileTheServerIsAwayAndWrittenWhenItIsBack(TestDatabase database) throws InterruptedException {
        WorkBench bench = WorkBench.create(database, SampleTables.microseconds(), 5);
        Gate gate = new Gate();
        try (CutProxy network = CutProxy.inFrontOf(database)) {
            LeaseTable table = bench.open(Connections.through(network, database), longLeases(bench));
            try (LeaseWorker worker = LeaseWorker.ofRows(
                            table,
                            work -> {
                                gate.pass();
                                return Outcome.done();
                            },
                            bench.work().concurrency(5).build())
                    .start()) {
                gate.awaitEntered();
                await().until(() -> worker.counts().inFlight() == 5);
                network.partition();
                gate.open();
                await().until(() -> worker.counts().inFlight() == 0);
                assertThat(worker.awaitEnd(Duration.ofMillis(500))).isFalse();
                assertThat(worker.counts().held()).isEqualTo(5);
                network.restore();
                assertThat(worker.awaitEnd(PATIENCE)).isTrue();
                assertThat(worker.counts().done()).isEqualTo(5);
            }
        }
        assertThat(bench.count("done")).isEqualTo(5);
        assertThat(bench.lost).isEmpty();
    }

    @EachServer(sharing = Sharing.DEDICATED)
    void everyRowIsWorkedThroughAKillAndARestartOfTheServer(TestDatabase database) throws InterruptedException {
        WorkBench bench = WorkBench.create(database, SampleTables.microseconds(), 400);
        Queue<Integer> seen = new ConcurrentLinkedQueue<>();
        Gate killed = new Gate();
        try (LeaseWorker worker = LeaseWorker.ofRows(
                        bench.open(longLeases(bench)),
                        work -> {
                            if (WorkBench.number(work) == 100) {
                                killed.pass();
                            }
                            seen.add(WorkBench.number(work));
                            return Outcome.done();
                        },
                        bench.work().build())
                .start()) {
            killed.awaitEntered();
            database.server().kill();
            killed.open();
            await().atMost(PATIENCE).until(() -> worker.counts().inFlight() == 0);
            database.server().restart();
            assertThat(worker.awaitEnd(PATIENCE)).isTrue();
            assertThat(worker.counts().done()).isEqualTo(400);
        }
        assertThat(seen).contains(100).hasSizeGreaterThanOrEqualTo(400);
        assertThat(bench.count("done")).isEqualTo(400);
    }

    @EachServer
    void claimsAgainAfterAnOutageInWhichEveryLeaseRanOut(TestDatabase database) throws InterruptedException {
        WorkBench bench = WorkBench.create(database, SampleTables.microseconds(), 30);
        Gate gate = new Gate();
        try (CutProxy network = CutProxy.inFrontOf(database)) {
            LeaseSettings settings = bench.settings().withMaxAttempts(25);
            LeaseTable table = bench.open(Connections.through(network, database), settings);
            try (LeaseWorker worker = LeaseWorker.ofRows(
                            table,
                            work -> {
                                gate.pass();
                                return Outcome.done();
                            },
                            bench.work().build())
                    .start()) {
                gate.awaitEntered();
                await().until(() -> worker.counts().inFlight() == 3);
                network.partition();
                await().atMost(PATIENCE).until(() -> bench.ranOut.size() == 3);
                gate.open();
                network.restore();
                assertThat(worker.awaitEnd(PATIENCE)).isTrue();
            }
        }
        assertThat(bench.count("done")).isEqualTo(30);
    }

    @EachServer
    void aHeartbeatThatMeetsErrorsDoesNotStop(TestDatabase database) throws InterruptedException {
        WorkBench bench = WorkBench.create(database, SampleTables.microseconds(), 1);
        Gate gate = new Gate();
        try (CutProxy network = CutProxy.inFrontOf(database)) {
            LeaseSettings settings = bench.settings().withLease(Duration.ofSeconds(6));
            LeaseTable table = bench.open(Connections.through(network, database), settings);
            try (LeaseWorker worker = LeaseWorker.ofRows(
                            table,
                            work -> {
                                gate.pass();
                                return Outcome.done();
                            },
                            bench.work().build())
                    .start()) {
                gate.awaitEntered();
                Tripwire first = network.cut(Moment.BEFORE_THE_SERVER, "SET `lease_until`");
                Tripwire second = network.cut(Moment.AFTER_THE_ANSWER, "SET `lease_until`", 2);
                await().atMost(PATIENCE).until(() -> first.happened() && second.happened());
                String end = leaseEnd(database);
                await().atMost(PATIENCE).until(() -> !leaseEnd(database).equals(end));
                gate.open();
                assertThat(worker.awaitEnd(PATIENCE)).isTrue();
                assertThat(worker.counts().done()).isEqualTo(1);
            }
        }
        assertThat(bench.lost).isEmpty();
    }

    private static String leaseEnd(TestDatabase database) {
        return String.valueOf(database.column("SELECT lease_until FROM jobs").get(0));
    }

    /** A lease that outlives what this test does to the server. */
    private static LeaseSettings longLeases(WorkBench bench) {
        return bench.settings().withLease(Duration.ofMinutes(2));
    }
}
