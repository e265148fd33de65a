package dev.rowlock.claim.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rowlock.claim.LeaseTable;
import dev.rowlock.claim.fixture.OtherSession;
import dev.rowlock.claim.fixture.SampleTable;
import dev.rowlock.claim.fixture.SampleTables;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a worker does with rows while all is well with the server. */
@EachServer
final class LeaseWorkerTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @ParameterizedTest
    @MethodSource("dev.rowlock.claim.fixture.SampleTables#main")
    void worksEveryRowOnceAndEndsWhenTheTableIsEmpty(SampleTable sample, TestDatabase database)
            throws InterruptedException {
        WorkBench bench = WorkBench.create(database, sample, 47);
        Queue<Integer> seen = new ConcurrentLinkedQueue<>();
        try (LeaseWorker worker = LeaseWorker.ofRows(
                        bench.open(),
                        work -> {
                            seen.add(WorkBench.number(work));
                            return Outcome.done();
                        },
                        bench.work().build())
                .start()) {
            assertThat(worker.awaitEnd(PATIENCE)).isTrue();
            assertThat(worker.close(Duration.ZERO)).isEqualTo(new CloseReport(0, List.of(), List.of()));
            assertThat(worker.counts()).isEqualTo(new WorkCounts(47, 47, 0, 0, 0, 0, 0, 0, 0));
        }
        assertThat(seen).hasSize(47).doesNotHaveDuplicates();
        assertThat(bench.count("done")).isEqualTo(47);
    }

    @Test
    void givesWholeBatchesToABatchHandler(TestDatabase database) throws InterruptedException {
        WorkBench bench = WorkBench.create(database, SampleTables.microseconds(), 25);
        Queue<Integer> sizes = new ConcurrentLinkedQueue<>();
        try (LeaseWorker worker = LeaseWorker.ofBatches(
                        bench.open(),
                        rows -> {
                            sizes.add(rows.size());
                            return WorkBench.allDone(rows);
                        },
                        bench.work().concurrency(1).build())
                .start()) {
            assertThat(worker.awaitEnd(PATIENCE)).isTrue();
        }
        assertThat(sizes).containsExactly(10, 10, 5);
        assertThat(bench.count("done")).isEqualTo(25);
    }

    @Test
    void aHandlerThatReturnsTooFewOutcomesFailsItsRows(TestDatabase database) throws InterruptedException {
        WorkBench bench = WorkBench.create(database, SampleTables.microseconds(), 2);
        try (LeaseWorker worker = LeaseWorker.ofBatches(
                        bench.open(),
                        rows -> List.of(Outcome.done()),
                        bench.work().concurrency(1).build())
                .start()) {
            assertThat(worker.awaitEnd(PATIENCE)).isTrue();
        }
        assertThat(bench.reasons).anyMatch(reason -> reason.contains("1 outcomes for 2 rows"));
    }

    @Test
    void aRowThatAlwaysFailsIsTriedAgainAfterItsBackoffAndEndsDeadAtTheLimit(TestDatabase database)
            throws InterruptedException {
        WorkBench bench = WorkBench.create(database, SampleTables.fullyEquipped(), 5);
        Queue<Integer> attempts = new ConcurrentLinkedQueue<>();
        try (LeaseWorker worker = LeaseWorker.ofRows(
                        bench.open(),
                        work -> {
                            if (WorkBench.number(work) == 3) {
                                attempts.add(work.lease().attempt());
                                throw new IllegalArgumentException("poison");
                            }
                            return Outcome.done();
                        },
                        bench.work().build())
                .start()) {
            assertThat(worker.awaitEnd(PATIENCE)).isTrue();
            assertThat(worker.counts().failed()).isEqualTo(1);
            assertThat(worker.counts().dead()).isEqualTo(1);
        }
        assertThat(attempts).containsExactly(1, 2);
        assertThat(bench.statusOf(3)).isEqualTo("dead");
        assertThat(bench.count("done")).isEqualTo(4);
        assertThat(bench.reasons)
                .containsExactly("READY IllegalArgumentException: poison", "DEAD IllegalArgumentException: poison");
    }

    @Test
    void aReleasedRowComesBackAfterItsDelayWithoutACountedAttempt(TestDatabase database) throws InterruptedException {
        WorkBench bench = WorkBench.create(database, SampleTables.microseconds(), 3);
        Set<Integer> seenBefore = ConcurrentHashMap.newKeySet();
        try (LeaseWorker worker = LeaseWorker.ofRows(
                        bench.open(),
                        work -> seenBefore.add(WorkBench.number(work))
                                ? Outcome.released(Duration.ofMillis(300))
                                : Outcome.done(),
                        bench.work().build())
                .start()) {
            assertThat(worker.awaitEnd(PATIENCE)).isTrue();
            assertThat(worker.counts().released()).isEqualTo(3);
        }
        assertThat(bench.count("done")).isEqualTo(3);
        assertThat(database.number("SELECT SUM(COALESCE(attempts, 0)) FROM jobs"))
                .isZero();
    }

    @Test
    void aHeartbeatKeepsALeaseBeyondItsLength(TestDatabase database) throws InterruptedException {
        WorkBench bench = WorkBench.create(database, SampleTables.microseconds(), 1);
        LeaseTable reclaimer = bench.open();
        Gate gate = new Gate();
        try (LeaseWorker worker = LeaseWorker.ofRows(
                        bench.open(),
                        work -> {
                            gate.pass();
                            return Outcome.done();
                        },
                        bench.work().build())
                .start()) {
            gate.awaitEntered();
            await().during(WorkBench.LEASE.multipliedBy(2))
                    .atMost(WorkBench.LEASE.multipliedBy(4))
                    .until(() -> reclaimer.reclaim(10).count() == 0);
            gate.open();
            assertThat(worker.awaitEnd(PATIENCE)).isTrue();
            assertThat(worker.counts().done()).isEqualTo(1);
        }
        assertThat(bench.lost).isEmpty();
        assertThat(bench.statusOf(1)).isEqualTo("done");
    }

    @Test
    void aHeartbeatIsOneTransactionForAllRowsThatAreHeld(TestDatabase database) throws InterruptedException {
        WorkBench bench = WorkBench.create(database, SampleTables.microseconds(), 40);
        Gate gate = new Gate();
        try (LeaseWorker worker = LeaseWorker.ofRows(
                        bench.open(),
                        work -> {
                            gate.pass();
                            return Outcome.done();
                        },
                        bench.work()
                                .batch(40)
                                .whenEmpty(WhenEmpty.WAIT)
                                .pauses(Duration.ofMinutes(1), Duration.ofMinutes(1))
                                .build())
                .start()) {
            gate.awaitEntered();
            await().until(() -> worker.counts().held() == 40);
            String firstEnd = leaseEnd(database);
            await().until(() -> !leaseEnd(database).equals(firstEnd));
            assertThat(database.number("SELECT COUNT(DISTINCT lease_until) FROM jobs"))
                    .isEqualTo(1);
            gate.open();
            await().until(() -> worker.counts().done() == 40);
        }
    }

    private static String leaseEnd(TestDatabase database) {
        return String.valueOf(
                database.column("SELECT MAX(lease_until) FROM jobs").get(0));
    }

    @Test
    void aResultWaitsForARowThatSomebodyHasLockedAndTheOthersDoNot(TestDatabase database)
            throws SQLException, InterruptedException {
        WorkBench bench = WorkBench.create(database, SampleTables.microseconds(), 20);
        Gate gate = new Gate();
        try (LeaseWorker worker = LeaseWorker.ofRows(
                        bench.open(),
                        work -> {
                            if (WorkBench.number(work) == 7) {
                                gate.pass();
                            }
                            return Outcome.done();
                        },
                        bench.work().build())
                .start()) {
            gate.awaitEntered();
            try (OtherSession other = OtherSession.on(database).run("SELECT 1 FROM jobs WHERE id = 7 FOR UPDATE")) {
                gate.open();
                await().until(() -> bench.count("done") == 19);
                assertThat(worker.awaitEnd(Duration.ofMillis(300))).isFalse();
                other.commit();
            }
            assertThat(worker.awaitEnd(PATIENCE)).isTrue();
            assertThat(worker.counts().done()).isEqualTo(20);
        }
        assertThat(bench.lost).isEmpty();
    }

    @Test
    void aRowThatCannotBeCompletedFailsAloneAndTheOthersOfItsBatchAreDone(TestDatabase database)
            throws InterruptedException {
        WorkBench bench = WorkBench.create(database, SampleTables.fullyEquipped(), 30);
        database.execute("CREATE TRIGGER refuses BEFORE UPDATE ON jobs FOR EACH ROW BEGIN"
                + " IF NEW.id = 11 AND NEW.status = 'done' THEN"
                + " SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'eleven is not for sale'; END IF; END");
        try (LeaseWorker worker = LeaseWorker.ofBatches(
                        bench.open(),
                        WorkBench::allDone,
                        bench.work().batch(30).concurrency(1).build())
                .start()) {
            assertThat(worker.awaitEnd(PATIENCE)).isTrue();
            assertThat(worker.counts().done()).isEqualTo(29);
        }
        assertThat(bench.statusOf(11)).isEqualTo("dead");
        assertThat(bench.count("done")).isEqualTo(29);
        assertThat(bench.reasons).allMatch(reason -> reason.contains("eleven is not for sale"));
    }

    @Test
    void rowsOfAHolderThatDiedAreWaitedForReclaimedAndWorked(TestDatabase database) throws InterruptedException {
        WorkBench bench = WorkBench.create(database, SampleTables.microseconds(), 6);
        assertThat(bench.open().claim(6).leases()).hasSize(6); // and never heard of again
        try (LeaseWorker worker = LeaseWorker.ofBatches(
                        bench.open(), WorkBench::allDone, bench.work().build())
                .start()) {
            assertThat(worker.awaitEnd(PATIENCE)).isTrue();
            assertThat(worker.counts().reclaimed()).isEqualTo(6);
        }
        assertThat(bench.count("done")).isEqualTo(6);
        assertThat(database.number("SELECT SUM(attempts) FROM jobs")).isEqualTo(6);
    }

    @Test
    void rowsThatOthersScheduledForLaterDoNotKeepTheWorker(TestDatabase database) throws InterruptedException {
        WorkBench bench = WorkBench.create(database, SampleTables.microseconds(), 2);
        database.execute("UPDATE jobs SET available_at = '2037-01-01' WHERE id = 2");
        try (LeaseWorker worker = LeaseWorker.ofBatches(
                        bench.open(), WorkBench::allDone, bench.work().build())
                .start()) {
            assertThat(worker.awaitEnd(PATIENCE)).isTrue();
        }
        assertThat(bench.statusOf(1)).isEqualTo("done");
        assertThat(bench.statusOf(2)).isEqualTo("ready");
    }

    @Test
    void newRowsAreFoundWhileItWaits(TestDatabase database) {
        WorkBench bench = WorkBench.create(database, SampleTables.microseconds(), 0);
        try (LeaseWorker worker = LeaseWorker.ofBatches(
                        bench.open(),
                        WorkBench::allDone,
                        bench.work().whenEmpty(WhenEmpty.WAIT).build())
                .start()) {
            bench.sample.fill(database, 1, 5);
            await().until(() -> bench.count("done") == 5);
            bench.sample.fill(database, 6, 9);
            await().until(() -> worker.counts().done() == 9);
        }
        assertThat(bench.count("done")).isEqualTo(9);
    }

    @Test
    void aTableThatCannotTellWhoIsGoneIsWorkedWithoutReclaiming(TestDatabase database) throws InterruptedException {
        WorkBench bench = WorkBench.create(database, SampleTables.tokenOnly(), 4);
        assertThat(bench.open().claim(1).leases()).hasSize(1);
        try (LeaseWorker worker = LeaseWorker.ofBatches(
                        bench.open(), WorkBench::allDone, bench.work().build())
                .start()) {
            assertThat(worker.awaitEnd(PATIENCE)).isTrue();
        }
        assertThat(bench.count("done")).isEqualTo(3);
        assertThat(bench.count("processing")).isEqualTo(1);
    }

    @Test
    void workersOnOneTableShareItsRows(TestDatabase database) throws InterruptedException {
        WorkBench bench = WorkBench.create(database, SampleTables.microseconds(), 300);
        Queue<Integer> seen = new ConcurrentLinkedQueue<>();
        Handler handler = work -> {
            seen.add(WorkBench.number(work));
            return Outcome.done();
        };
        try (LeaseWorker one = LeaseWorker.ofRows(
                                bench.open(), handler, bench.work().build())
                        .start();
                LeaseWorker two = LeaseWorker.ofRows(
                                bench.open(), handler, bench.work().build())
                        .start()) {
            assertThat(one.awaitEnd(PATIENCE)).isTrue();
            assertThat(two.awaitEnd(PATIENCE)).isTrue();
            assertThat(one.counts().done() + two.counts().done()).isEqualTo(300);
        }
        assertThat(seen).hasSize(300).doesNotHaveDuplicates();
    }
}
