package dev.rowlock.claim.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rowlock.claim.fixture.SampleTables;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** How a worker ends, and what it leaves. */
@EachServer
final class ClosingTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    @Test
    void givesBackWhatIsNotBegunAndFinishesWhatIs(TestDatabase database) throws Exception {
        WorkBench bench = WorkBench.create(database, SampleTables.microseconds(), 10);
        Gate gate = new Gate();
        LeaseWorker worker = LeaseWorker.ofRows(
                        bench.open(),
                        work -> {
                            gate.pass();
                            return Outcome.done();
                        },
                        bench.work().build())
                .start();
        gate.awaitEntered();
        await().until(() -> worker.counts().inFlight() == 3);

        CompletableFuture<CloseReport> closed = CompletableFuture.supplyAsync(() -> worker.close(LONG));
        await().until(() -> bench.count("ready") == 7);
        gate.open();

        assertThat(closed.get()).isEqualTo(new CloseReport(7, java.util.List.of(), java.util.List.of()));
        assertThat(bench.count("done")).isEqualTo(3);
        assertThat(database.number("SELECT SUM(COALESCE(attempts, 0)) FROM jobs"))
                .isZero();
        assertThat(worker.close(Duration.ZERO)).isSameAs(worker.close(LONG));
    }

    @Test
    void leasesAreExtendedWhileItWaitsForHandlers(TestDatabase database) throws Exception {
        WorkBench bench = WorkBench.create(database, SampleTables.microseconds(), 1);
        Gate gate = new Gate();
        LeaseWorker worker = LeaseWorker.ofRows(
                        bench.open(),
                        work -> {
                            gate.pass();
                            return Outcome.done();
                        },
                        bench.work().build())
                .start();
        gate.awaitEntered();
        CompletableFuture<CloseReport> closed = CompletableFuture.supplyAsync(() -> worker.close(LONG));
        await().during(WorkBench.LEASE.multipliedBy(2))
                .atMost(WorkBench.LEASE.multipliedBy(4))
                .until(() -> database.number("SELECT COUNT(*) FROM jobs WHERE lease_until > NOW(6)") == 1);
        gate.open();
        assertThat(closed.get().isClean()).isTrue();
        assertThat(bench.statusOf(1)).isEqualTo("done");
    }

    @Test
    void tellsHandlersToStopWhenTheGraceIsOverAndCountsNoAttempt(TestDatabase database) throws Exception {
        WorkBench bench = WorkBench.create(database, SampleTables.microseconds(), 1);
        Gate neverOpened = new Gate();
        Queue<String> signals = new ConcurrentLinkedQueue<>();
        LeaseWorker worker = LeaseWorker.ofRows(
                        bench.open(),
                        work -> {
                            work.onCancel(() -> signals.add("cancelled"));
                            neverOpened.pass();
                            return Outcome.done();
                        },
                        bench.work().build())
                .start();
        neverOpened.awaitEntered();

        assertThat(worker.close(Duration.ofMillis(100)).isClean()).isTrue();
        assertThat(signals).containsExactly("cancelled");
        assertThat(bench.statusOf(1)).isEqualTo("ready");
        assertThat(database.number("SELECT COALESCE(attempts, 0) FROM jobs")).isZero();
    }

    @Test
    void leavesARowToItsLeaseWhoseHandlerDoesNotListen(TestDatabase database) throws Exception {
        WorkBench bench = WorkBench.create(database, SampleTables.microseconds(), 1);
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        LeaseWorker worker = LeaseWorker.ofRows(
                        bench.open(),
                        work -> {
                            entered.countDown();
                            while (end.getCount() > 0) {
                                Thread.onSpinWait();
                            }
                            return Outcome.done();
                        },
                        bench.work().cancelPatience(Duration.ofMillis(100)).build())
                .start();
        entered.await();

        CloseReport report = worker.close(Duration.ofMillis(10));
        assertThat(report.abandoned()).containsExactly(bench.sample.rowKey(1));
        assertThat(bench.statusOf(1)).isEqualTo("processing");
        end.countDown();
    }

    @Test
    void aWorkerThatWasNeverStartedHasNothingToClose(TestDatabase database) {
        WorkBench bench = WorkBench.create(database, SampleTables.microseconds(), 1);
        LeaseWorker worker = LeaseWorker.ofBatches(
                bench.open(), WorkBench::allDone, bench.work().build());
        assertThat(worker.close(LONG).isClean()).isTrue();
        assertThat(worker.start().counts().claimed()).isZero();
        assertThat(bench.statusOf(1)).isEqualTo("ready");
    }
}
