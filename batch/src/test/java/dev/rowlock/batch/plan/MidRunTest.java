package dev.rowlock.batch.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.rowlock.batch.BatchWorker;
import dev.rowlock.batch.Batches;
import dev.rowlock.batch.ChunkBounds;
import dev.rowlock.batch.Counts;
import dev.rowlock.batch.GuardRule;
import dev.rowlock.batch.RunState;
import dev.rowlock.batch.RunStatus;
import dev.rowlock.batch.WorkerListener;
import dev.rowlock.batch.WorkerSettings;
import dev.rowlock.batch.fixture.Orders;
import dev.rowlock.embedded.ServerKind;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.pacing.Limit;
import dev.rowlock.pacing.RateSetting;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.Sharing;
import dev.rowlock.testing.TestDatabase;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Tables and servers that change under a run: clear, resumable, nothing lost and nothing twice. */
final class MidRunTest {
    private static final int ROWS = 1_500;
    private static final Counts ALL = new Counts(ROWS, 1_000, 1_000, 0, 0);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Queue<String> trouble = new ConcurrentLinkedQueue<>();

    /** Slow enough to be in the middle for a while. */
    private static long start(Batches batches) {
        return batches.start(Orders.counting()
                .rate(RateSetting.rows(600))
                .chunk(ChunkBounds.usual().withRows(20))
                .guard(new GuardRule(GuardRule.Kind.NONE, "", Limit.parse("1")))
                .build());
    }

    private BatchWorker join(Batches batches, long run) {
        return batches.join(
                        run, WorkerSettings.standard().withLease(Duration.ofSeconds(5)), null, new WorkerListener() {
                            @Override
                            public void trouble(String reason) {
                                trouble.add(reason);
                            }
                        })
                .start();
    }

    private static void awaitMiddle(Batches batches, long run) {
        await().atMost(PATIENCE).until(() -> batches.status(run).counts().changed() > 100);
    }

    private static void assertEachOnce(Orders orders, RunStatus status) {
        assertThat(status.state()).isEqualTo(RunState.DONE);
        assertThat(status.counts()).isEqualTo(ALL);
        assertThat(orders.number("SELECT COUNT(*) FROM orders WHERE n = IF(status = 'PENDING', 1, 0)"))
                .isEqualTo(ROWS);
    }

    private void finish(Orders orders, long run) throws InterruptedException {
        try (BatchWorker worker = join(orders.batches(), run)) {
            assertThat(worker.await(PATIENCE)).isTrue();
        }
        assertEachOnce(orders, orders.batches().status(run));
    }

    @EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_11_4})
    void aTableThatIsTakenAwayStopsTheRunAndItGoesOnWhenItIsBack(TestDatabase database) throws InterruptedException {
        Orders orders = Orders.create(database, ROWS);
        Batches batches = orders.batches();
        long run = start(batches);
        try (BatchWorker worker = join(batches, run)) {
            awaitMiddle(batches, run);
            database.execute("RENAME TABLE orders TO away");
            assertThat(worker.await(PATIENCE)).isTrue();
        }
        assertThat(batches.status(run).state()).isEqualTo(RunState.STOPPED);
        assertThat(batches.status(run).reason()).contains("orders", "1146");
        assertThat(batches.resume(run)).isTrue();
        assertThatThrownBy(() -> join(batches, run))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("there is no table orders");
        database.execute("RENAME TABLE away TO orders");
        finish(orders, run);
    }

    @EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_11_4})
    void aColumnThatIsTakenAwayStopsTheRunAndOneThatIsAddedDoesNot(TestDatabase database) throws InterruptedException {
        Orders orders = Orders.create(database, ROWS);
        Batches batches = orders.batches();
        long run = start(batches);
        try (BatchWorker worker = join(batches, run)) {
            awaitMiddle(batches, run);
            database.execute("ALTER TABLE orders ADD COLUMN colour VARCHAR(10)");
            long before = batches.status(run).counts().changed();
            await().atMost(PATIENCE).until(() -> batches.status(run).counts().changed() > before);
            database.execute("ALTER TABLE orders RENAME COLUMN modified_at TO changed_at");
            assertThat(worker.await(PATIENCE)).isTrue();
        }
        assertThat(batches.status(run).state()).isEqualTo(RunState.STOPPED);
        assertThat(batches.status(run).reason()).contains("modified_at", "1054");
        database.execute("ALTER TABLE orders RENAME COLUMN changed_at TO modified_at");
        assertThat(batches.resume(run)).isTrue();
        finish(orders, run);
    }

    @EachServer(
            sharing = Sharing.DEDICATED,
            only = {ServerKind.MYSQL_DEV})
    void aServerThatBecomesReadOnlyIsWaitedFor(TestDatabase database) throws InterruptedException {
        Orders orders = Orders.create(database, ROWS);
        Batches batches = orders.batches();
        long run = start(batches);
        try (BatchWorker worker = join(batches, run)) {
            awaitMiddle(batches, run);
            database.execute("SET GLOBAL super_read_only = ON");
            await().atMost(PATIENCE).until(() -> trouble.stream().anyMatch(reason -> reason.contains("read-only")));
            assertThat(batches.status(run).state()).isEqualTo(RunState.RUNNING);
            database.execute("SET GLOBAL super_read_only = OFF", "SET GLOBAL read_only = OFF");
            assertThat(worker.await(PATIENCE)).isTrue();
        }
        assertEachOnce(orders, batches.status(run));
    }

    @EachServer(
            sharing = Sharing.DEDICATED,
            only = {ServerKind.MYSQL_DEV})
    void aServerThatIsKilledAndComesBackIsWaitedFor(TestDatabase database) throws InterruptedException {
        Orders orders = Orders.create(database, ROWS);
        Batches batches = orders.batches();
        long run = start(batches);
        try (BatchWorker worker = join(batches, run)) {
            awaitMiddle(batches, run);
            database.server().kill();
            await().atMost(PATIENCE).until(() -> !trouble.isEmpty());
            database.server().restart();
            assertThat(worker.await(PATIENCE)).isTrue();
        }
        assertEachOnce(orders, batches.status(run));
    }
}
