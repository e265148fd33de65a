package dev.rowlock.claim.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rowlock.claim.Lease;
import dev.rowlock.claim.LeaseTable;
import dev.rowlock.claim.Verdict;
import dev.rowlock.claim.fixture.SampleTables;
import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.testing.Connections;
import dev.rowlock.testing.CutProxy;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** A lease that is gone, or may be: the handler is told, and nobody else's claim is touched. */
@EachServer
final class LostLeaseTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Test
    void theHandlerIsInterruptedWhenAHeartbeatFindsTheLeaseLost(TestDatabase database) throws InterruptedException {
        WorkBench bench = WorkBench.create(database, SampleTables.fullyEquipped(), 1);
        Gate neverOpened = new Gate();
        CountDownLatch interrupted = new CountDownLatch(1);
        try (LeaseWorker worker = LeaseWorker.ofRows(
                        bench.open(),
                        work -> {
                            try {
                                neverOpened.pass();
                            } catch (InterruptedException e) {
                                assertThat(work.isCancelled()).isTrue();
                                interrupted.countDown();
                            }
                            return Outcome.done();
                        },
                        bench.work().build())
                .start()) {
            neverOpened.awaitEntered();
            database.execute("UPDATE jobs SET token = token + 1, owner = 'somebody else'");
            interrupted.await();
            await().until(() -> worker.counts().held() == 0);
            assertThat(worker.counts().lost()).isEqualTo(1);
            assertThat(worker.counts().done()).isZero();
        }
        assertThat(bench.lost).hasSize(1);
        assertThat(database.column("SELECT owner FROM jobs WHERE status = 'processing'"))
                .containsExactly("somebody else");
    }

    @Test
    void aResultThatComesAfterTheRowWasClaimedAgainIsNotWritten(TestDatabase database) throws InterruptedException {
        WorkBench bench = WorkBench.create(database, SampleTables.microseconds(), 1);
        Gate gate = new Gate();
        try (LeaseWorker worker = LeaseWorker.ofRows(
                        bench.open(),
                        work -> {
                            gate.pass();
                            return Outcome.done();
                        },
                        bench.work().whenEmpty(WhenEmpty.WAIT).build())
                .start()) {
            gate.awaitEntered();
            database.execute("UPDATE jobs SET lease_until = lease_until + INTERVAL 1 HOUR");
            gate.open();
            await().until(() -> worker.counts().lost() == 1);
        }
        assertThat(bench.statusOf(1)).isEqualTo("processing");
    }

    @Test
    void handlersAreToldAtTheDeadlineWhenTheServerDoesNotAnswerAndNothingIsClaimedMeanwhile(TestDatabase database)
            throws InterruptedException {
        WorkBench bench = WorkBench.create(database, SampleTables.microseconds(), 40);
        try (CutProxy network = CutProxy.inFrontOf(database)) {
            LeaseTable table = bench.open(Connections.through(network, database), bench.settings());
            CountDownLatch entered = new CountDownLatch(3);
            LeaseWorker worker = LeaseWorker.ofRows(
                            table,
                            work -> {
                                entered.countDown();
                                CountDownLatch cancelled = new CountDownLatch(1);
                                work.onCancel(cancelled::countDown);
                                cancelled.await();
                                return Outcome.done();
                            },
                            bench.work().build())
                    .start();
            entered.await();
            network.partition();
            long claimedBefore = worker.counts().claimed();
            await().until(() -> bench.ranOut.size() == 3);
            assertThat(worker.counts().claimed()).isEqualTo(claimedBefore);
            network.restore();
            await().atMost(PATIENCE).until(() -> worker.counts().lost() >= 3);
            worker.close(Duration.ZERO);
        }
    }

    @Test
    void aHandlerThatCompletesTheRowWithItsEffectIsCountedAndNotExtendedMeanwhile(TestDatabase database)
            throws InterruptedException {
        WorkBench bench = WorkBench.create(database, SampleTables.microseconds(), 12);
        database.execute("CREATE TABLE effects (row_id BIGINT)");
        Transactions transactions = Transactions.of(Connections.to(database));
        LeaseTable table = bench.open();
        try (LeaseWorker worker = LeaseWorker.ofRows(
                        table,
                        work -> {
                            Lease lease = work.pin();
                            return Outcome.settled(transactions.inTransaction(Isolation.READ_COMMITTED, connection -> {
                                try (var insert = connection.prepareStatement("INSERT INTO effects VALUES (?)")) {
                                    insert.setInt(1, WorkBench.number(work));
                                    insert.executeUpdate();
                                }
                                return table.on(connection).complete(lease);
                            }));
                        },
                        bench.work().build())
                .start()) {
            assertThat(worker.awaitEnd(PATIENCE)).isTrue();
            assertThat(worker.counts().done()).isEqualTo(12);
        }
        assertThat(database.number("SELECT COUNT(DISTINCT row_id) FROM effects"))
                .isEqualTo(12);
        assertThat(bench.count("done")).isEqualTo(12);
    }

    @Test
    void aPinnedLeaseIsNotExtended(TestDatabase database) throws InterruptedException {
        WorkBench bench = WorkBench.create(database, SampleTables.microseconds(), 1);
        AtomicReference<Lease> pinned = new AtomicReference<>();
        Gate gate = new Gate();
        LeaseTable table = bench.open();
        try (LeaseWorker worker = LeaseWorker.ofRows(
                        table,
                        work -> {
                            pinned.set(work.pin());
                            gate.pass();
                            Verdict verdict = table.complete(work.lease());
                            return Outcome.settled(verdict);
                        },
                        bench.work().build())
                .start()) {
            gate.awaitEntered();
            await().during(WorkBench.LEASE.dividedBy(2))
                    .until(() -> database.column("SELECT lease_until FROM jobs")
                            .get(0)
                            .equals(pinned.get().fence().leaseUntil().orElseThrow()));
            gate.open();
            assertThat(worker.awaitEnd(PATIENCE)).isTrue();
            assertThat(worker.counts().done()).isEqualTo(1);
        }
    }
}
