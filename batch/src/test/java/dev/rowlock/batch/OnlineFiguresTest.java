package dev.rowlock.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.batch.fixture.Orders;
import dev.rowlock.embedded.ServerKind;
import dev.rowlock.mysql.TableName;
import dev.rowlock.pacing.Limit;
import dev.rowlock.pacing.RateSetting;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;

/** What a status says in figures of online traffic that really runs: P99 now and before the batch, and who lost transactions. */
final class OnlineFiguresTest {
    /** The pool that all share has one thread on two cores, and on 25 a task that never ends keeps it. */
    private static final Executor OWN_THREAD = task -> new Thread(task, "online").start();

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @EachServer(only = ServerKind.MYSQL_DEV)
    void aStatusHasTheP99OfOnlineTrafficItsBaselineAndItsDeadlocks(TestDatabase database) throws Exception {
        Orders orders = Orders.create(database, 10_000);
        AtomicBoolean ended = new AtomicBoolean();
        CompletableFuture<Void> online = CompletableFuture.runAsync(() -> write(database, ended), OWN_THREAD);
        long run = orders.batches()
                .start(BatchPlan.builder(TableName.of("orders"), "status = 'PENDING'", new Action.Set("n = n + 1"))
                        .rate(RateSetting.rows(200))
                        .guard(new GuardRule(
                                GuardRule.Kind.STATEMENT,
                                "UPDATE orders SET note = ? WHERE id = ?",
                                Limit.parse("500ms")))
                        .build());
        assertThat(orders.batches().status(run).online()).isEqualTo(OnlineTraffic.UNSEEN);
        try (BatchWorker worker =
                orders.batches().join(run, WorkerSettings.standard()).start()) {
            Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() -> orders.batches().status(run).counts().changed() > 0);
            deadlock(database);
            Awaitility.await().atMost(PATIENCE).untilAsserted(() -> {
                RunStatus status = orders.batches().status(run);
                assertThat(status.online().p99OrNull()).isBetween(Duration.ofNanos(10_000), Duration.ofMillis(500));
                assertThat(status.online().baselineP99OrNull())
                        .isBetween(Duration.ofNanos(10_000), Duration.ofMillis(500));
                assertThat(status.online().deadlocks()).isEqualTo(1);
                assertThat(status.deadlocks()).isZero();
            });
            orders.batches().pause(run, "looked at enough");
            Awaitility.await().until(() -> orders.batches().status(run).online().p99OrNull() == null);
            assertThat(orders.batches().status(run).online().baselineP99OrNull())
                    .isNotNull();
            assertThat(orders.batches().status(run).online().deadlocks()).isEqualTo(1);
            // A pause costs no new baseline, during which nothing would go.
            long paused = orders.number("SELECT SUM(n) FROM orders");
            assertThat(orders.batches().resume(run)).isTrue();
            Awaitility.await().atMost(PATIENCE).until(() -> orders.number("SELECT SUM(n) FROM orders") > paused);
            assertThat(orders.batches().events(run, 0, 100))
                    .filteredOn(event -> event.kind().equals("baseline"))
                    .hasSize(1);
        } finally {
            ended.set(true);
        }
        online.join();
    }

    /** A few hundred writes a second of rows that the batch does not touch. */
    private static void write(TestDatabase database, AtomicBoolean ended) {
        try (Connection connection = database.connect();
                PreparedStatement update = connection.prepareStatement("UPDATE orders SET note = ? WHERE id = ?")) {
            for (int at = 0; !ended.get(); at++) {
                update.setString(1, "online " + at);
                update.setInt(2, 9 + 3 * (at % 1_000));
                update.executeUpdate();
                LockSupport.parkNanos(2_000_000);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Two sessions of online traffic, each of which wants the other's row. */
    private static void deadlock(TestDatabase database) throws Exception {
        try (Connection one = database.connect();
                Connection other = database.connect()) {
            one.setAutoCommit(false);
            other.setAutoCommit(false);
            run(one, "UPDATE orders SET note = 'one' WHERE id = 3");
            run(other, "UPDATE orders SET note = 'other' WHERE id = 6");
            CompletableFuture<Boolean> waiting = CompletableFuture.supplyAsync(() -> lost(one, 6), OWN_THREAD);
            boolean lost = lost(other, 3);
            assertThat(lost ^ waiting.join()).isTrue();
            one.rollback();
            other.rollback();
        }
    }

    private static boolean lost(Connection connection, int id) {
        try {
            run(connection, "UPDATE orders SET note = 'both' WHERE id = " + id);
            connection.rollback();
            return false;
        } catch (SQLException e) {
            assertThat(e.getErrorCode()).isEqualTo(1213);
            return true;
        }
    }

    private static void run(Connection connection, String statement) throws SQLException {
        try (Statement sent = connection.createStatement()) {
            sent.execute(statement);
        }
    }
}
