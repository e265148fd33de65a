package dev.rowlock.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.batch.fixture.Orders;
import dev.rowlock.embedded.ServerKind;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.testing.Connections;
import dev.rowlock.testing.CutProxy;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.Moment;
import dev.rowlock.testing.TestDatabase;
import dev.rowlock.testing.Tripwire;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Rules A8 and A11 for rows that go to the user's code: at least once, no lock while it runs, and what it cannot do is told. */
@EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_11_4})
final class HandlerTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final WorkerSettings SHORT = WorkerSettings.standard().withLease(Duration.ofSeconds(2));

    private static BatchPlan.Builder plan() {
        return Orders.plan(new Action.Handle(List.of("status", "note")))
                .shards(ShardRule.ranges(1))
                .chunk(ChunkBounds.usual().withRows(10));
    }

    private static void work(Orders orders, long run, RowHandler handler) throws InterruptedException {
        try (BatchWorker worker = orders.batches()
                .join(run, WorkerSettings.standard(), handler, WorkerListener.none())
                .start()) {
            assertThat(worker.await(PATIENCE)).isTrue();
        }
        assertThat(orders.batches().status(run).state()).isEqualTo(RunState.DONE);
    }

    @Test
    void rowsItCannotDoAreTriedEachForItselfThreeTimesAndThenReported(TestDatabase database) throws Exception {
        Orders orders = Orders.create(database, 60);
        Queue<Object> seen = new ConcurrentLinkedQueue<>();
        List<Long> failures = new CopyOnWriteArrayList<>();
        long run = orders.batches().start(plan().build());
        work(orders, run, rows -> {
            for (HandledRow row : rows) {
                long id = (Long) row.key().parts().get(0);
                if (id == 7) {
                    failures.add(System.nanoTime());
                    throw new IllegalStateException("no such customer");
                }
                if (id == 31 && seen.stream().filter(Long.valueOf(31)::equals).count() < 1) {
                    seen.add(31L);
                    throw new AssertionError("not ready");
                }
            }
            rows.forEach(row -> seen.add(row.key().parts().get(0)));
            assertThat(rows.get(0).columns()).containsEntry("status", "PENDING").containsEntry("note", "");
        });
        assertThat(orders.batches().status(run).counts()).isEqualTo(new Counts(60, 40, 39, 0, 1));
        assertThat(seen).hasSize(39 + 1).doesNotContain(7L);
        assertThat(orders.batches().held(run, 10)).singleElement().satisfies(row -> {
            assertThat(row.key()).isEqualTo("7");
            assertThat(row.reason()).isEqualTo("error");
            assertThat(row.tries()).isEqualTo(3);
            assertThat(row.error()).contains("no such customer");
        });
        // What it failed on gets a moment before each further try, ever longer.
        assertThat(failures).hasSize(3);
        assertThat(failures.get(1) - failures.get(0)).isBetween(SECOND, 4 * SECOND);
        assertThat(failures.get(2) - failures.get(1)).isBetween(5 * SECOND, 9 * SECOND);
    }

    @Test
    void aWorkerThatEndsBeforeTheCheckpointGivesTheRowsAgain(TestDatabase database) throws Exception {
        Orders orders = Orders.create(database, 30);
        long run = orders.batches().start(plan().build());
        Queue<Object> first = new ConcurrentLinkedQueue<>();
        CountDownLatch handled = new CountDownLatch(1);
        BatchWorker dying = orders.batches()
                .join(
                        run,
                        SHORT,
                        rows -> {
                            rows.forEach(row -> first.add(row.key().parts().get(0)));
                            handled.countDown();
                            new CountDownLatch(1)
                                    .await(); // until it is interrupted, its work done and not written down
                        },
                        WorkerListener.none())
                .start();
        assertThat(handled.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(dying.close(Duration.ZERO).threadsLeft()).isZero();
        Queue<Object> second = new ConcurrentLinkedQueue<>();
        work(
                orders,
                run,
                rows -> rows.forEach(row -> second.add(row.key().parts().get(0))));
        assertThat(first).isNotEmpty();
        assertThat(second).containsAll(first).hasSize(20).doesNotHaveDuplicates();
    }

    @Test
    void itsLeaseIsKeptForAsLongAsItTakesAndNoRowIsLocked(TestDatabase database) throws Exception {
        Orders orders = Orders.create(database, 12);
        long run = orders.batches().start(plan().build());
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch open = new CountDownLatch(1);
        AtomicInteger others = new AtomicInteger();
        try (BatchWorker slow = orders.batches().join(run, SHORT, waiting(inside, open), WorkerListener.none());
                BatchWorker other = orders.batches()
                        .join(
                                run,
                                new WorkerSettings("other", 1, SHORT.lease()),
                                rows -> others.addAndGet(rows.size()),
                                WorkerListener.none())) {
            slow.start();
            assertThat(inside.await(30, TimeUnit.SECONDS)).isTrue();
            other.start();
            database.execute("SET SESSION innodb_lock_wait_timeout = 1", "UPDATE orders SET note = 'online'");
            String start = database.text("SELECT CAST(UTC_TIMESTAMP(6) AS CHAR)");
            Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() -> database.number(
                                    "SELECT UTC_TIMESTAMP(6) > '" + start
                                            + "' + INTERVAL 3 SECOND AND lease_until > UTC_TIMESTAMP(6) FROM rowlock_batch_shard")
                            == 1);
            open.countDown();
            assertThat(slow.await(PATIENCE)).isTrue();
        }
        assertThat(others).hasValue(0);
        assertThat(orders.batches().status(run).counts()).isEqualTo(new Counts(12, 8, 8, 0, 0));
        assertThat(database.number("SELECT attempts FROM rowlock_batch_shard")).isZero();
    }

    @Test
    void aChunkWhoseLeaseWasLostMeanwhileIsNotWrittenDown(TestDatabase database) throws Exception {
        Orders orders = Orders.create(database, 12);
        long run = orders.batches().start(plan().build());
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch open = new CountDownLatch(1);
        CountDownLatch lost = new CountDownLatch(1);
        WorkerListener listener = new WorkerListener() {
            @Override
            public void shardLost(int shard) {
                lost.countDown();
            }
        };
        try (BatchWorker paused = orders.batches()
                .join(run, SHORT, waiting(inside, open), listener)
                .start()) {
            assertThat(inside.await(30, TimeUnit.SECONDS)).isTrue();
            // As a reclaimer and another worker would leave it, after a pause that its heartbeat did not survive.
            database.execute("UPDATE rowlock_batch_shard SET token = token + 1, owner = 'other',"
                    + " lease_until = UTC_TIMESTAMP(6) + INTERVAL 3 SECOND");
            open.countDown();
            assertThat(lost.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(orders.batches().status(run).counts()).isEqualTo(Counts.NONE);
            assertThat(paused.await(PATIENCE)).isTrue();
        }
        assertThat(orders.batches().status(run).counts()).isEqualTo(new Counts(12, 8, 8, 0, 0));
    }

    /** The answer to a checkpoint is lost: it is read back, and the rows do not come again. */
    @Test
    void aLostAnswerIsReadBackAndTheCodeIsNotCalledAgain(TestDatabase database) throws Exception {
        Orders orders = Orders.create(database, 30);
        long run = orders.batches().start(plan().build());
        Queue<Object> seen = new ConcurrentLinkedQueue<>();
        try (CutProxy network = CutProxy.inFrontOf(database)) {
            Batches batches = Batches.of(Transactions.of(Connections.through(network, database)));
            Tripwire[] lost = new Tripwire[1];
            try (BatchWorker worker = batches.join(
                            run,
                            SHORT,
                            rows -> {
                                rows.forEach(row -> seen.add(row.key().parts().get(0)));
                                if (lost[0] == null) {
                                    lost[0] = network.cut(Moment.AFTER_THE_ANSWER, "SET phase =");
                                }
                            },
                            WorkerListener.none())
                    .start()) {
                assertThat(worker.await(PATIENCE)).isTrue();
            }
            assertThat(lost[0].happened()).isTrue();
        }
        assertThat(seen).hasSize(20).doesNotHaveDuplicates();
    }

    private static RowHandler waiting(CountDownLatch inside, CountDownLatch open) {
        return rows -> {
            inside.countDown();
            if (!open.await(60, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the test never let it go");
            }
        };
    }
}
