package dev.rowlock.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.batch.fixture.Orders;
import dev.rowlock.embedded.ServerKind;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.testing.Connections;
import dev.rowlock.testing.CutProxy;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.Sharing;
import dev.rowlock.testing.TestDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;

/** A run goes on after whatever happens to its server, and stops, resumable, at what does not pass (facts 5.7). */
final class TroubledRunTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int ROWS = 3_000;

    private static BatchPlan plan() {
        return Orders.counting()
                .shards(ShardRule.ranges(3))
                .chunk(ChunkBounds.usual().withRows(5))
                .build();
    }

    private static void awaitChanged(TestDatabase database, int rows) {
        Awaitility.await()
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> database.number("SELECT COUNT(*) FROM orders WHERE n > 0") >= rows);
    }

    private static void assertDone(TestDatabase database, RunStatus status) {
        assertThat(status.state()).isEqualTo(RunState.DONE);
        assertThat(status.counts()).isEqualTo(new Counts(ROWS, ROWS / 3 * 2, ROWS / 3 * 2, 0, 0));
        assertThat(database.number("SELECT COUNT(*) FROM orders WHERE n <> IF(status = 'PENDING', 1, 0)"))
                .isZero();
    }

    @EachServer(
            only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_11_4},
            sharing = Sharing.DEDICATED)
    void aServerThatIsKilledAndStartedAgainLosesNothing(TestDatabase database) throws Exception {
        Orders orders = Orders.create(database, ROWS);
        long run = orders.batches().start(plan());
        try (BatchWorker worker = orders.batches()
                .join(run, WorkerSettings.standard().withThreads(3))
                .start()) {
            awaitChanged(database, 100);
            database.server().kill();
            database.server().restart();
            assertThat(worker.await(PATIENCE)).isTrue();
        }
        assertDone(database, orders.batches().status(run));
    }

    @EachServer(only = ServerKind.MYSQL_DEV, sharing = Sharing.DEDICATED)
    void aServerThatTakesNoWritesIsWaitedFor(TestDatabase database) throws Exception {
        Orders orders = Orders.create(database, ROWS);
        long run = orders.batches().start(plan());
        Queue<String> troubles = new ConcurrentLinkedQueue<>();
        try (BatchWorker worker = orders.batches()
                .join(run, WorkerSettings.standard().withThreads(2), null, told(troubles))
                .start()) {
            awaitChanged(database, 100);
            database.execute("SET GLOBAL super_read_only = ON");
            Awaitility.await().atMost(PATIENCE).until(() -> !troubles.isEmpty());
            assertThat(orders.batches().status(run).state()).isEqualTo(RunState.RUNNING);
            database.execute("SET GLOBAL super_read_only = OFF", "SET GLOBAL read_only = OFF");
            assertThat(worker.await(PATIENCE)).isTrue();
        }
        assertThat(troubles).allSatisfy(trouble -> assertThat(trouble).contains("read-only"));
        assertDone(database, orders.batches().status(run));
    }

    @EachServer
    void everyConnectionIsCutAgainAndAgain(TestDatabase database) throws Exception {
        Orders orders = Orders.create(database, ROWS);
        long run = orders.batches().start(plan());
        try (CutProxy network = CutProxy.inFrontOf(database)) {
            Batches batches = Batches.of(Transactions.of(Connections.through(network, database)));
            try (BatchWorker worker =
                    batches.join(run, WorkerSettings.standard().withThreads(2)).start()) {
                for (int rows = 100; rows <= 900; rows += 200) {
                    awaitChanged(database, rows);
                    network.cutAll();
                }
                assertThat(worker.await(PATIENCE)).isTrue();
            }
        }
        assertDone(database, orders.batches().status(run));
    }

    /** Somebody kills one statement; MySQL and MariaDB answer it with error 1317. */
    @EachServer(only = ServerKind.MYSQL_DEV)
    void aQueryThatIsKilledDoesNotEndTheRun(TestDatabase database) throws Exception {
        Orders.create(database, ROWS);
        AtomicInteger sent = new AtomicInteger();
        Batches batches = Batches.of(Transactions.of(Connections.to(database).watched((statement, connection) -> {
            if (statement.sql().startsWith("UPDATE")
                    && statement.sql().contains("`orders`")
                    && sent.incrementAndGet() == 20) {
                throw new SQLException("Query execution was interrupted", "70100", 1317);
            }
        })));
        long run = batches.start(plan());
        try (BatchWorker worker = batches.join(run, WorkerSettings.standard()).start()) {
            assertThat(worker.await(PATIENCE)).isTrue();
        }
        assertDone(database, batches.status(run));
    }

    @EachServer(only = ServerKind.MYSQL_DEV)
    void rowsThatStayHeldAreGivenUpAfterTheTimeAndReported(TestDatabase database) throws Exception {
        Orders orders = Orders.create(database, 60);
        try (java.sql.Connection online = database.connect()) {
            online.setAutoCommit(false);
            online.createStatement().execute("UPDATE orders SET note = 'mine' WHERE id IN (1, 50)");
            BatchPlan plan = Orders.counting()
                    .held(HeldRule.giveUpAfter(Duration.ofMillis(300)))
                    .build();
            RunStatus status = orders.run(plan);
            assertThat(status.counts()).isEqualTo(new Counts(60, 40, 38, 0, 0));
            assertThat(status.counts().held()).isEqualTo(2);
            assertThat(status.isReconciled()).isFalse();
            assertThat(orders.batches().held(status.id(), 10))
                    .extracting(HeldRow::key)
                    .containsExactly("1", "50");
            online.rollback();
        }
    }

    private static WorkerListener told(Queue<String> troubles) {
        return new WorkerListener() {
            @Override
            public void trouble(String reason) {
                troubles.add(reason);
            }
        };
    }
}
