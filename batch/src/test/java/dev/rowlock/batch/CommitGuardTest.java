package dev.rowlock.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rowlock.batch.fixture.Orders;
import dev.rowlock.batch.fixture.Traffic;
import dev.rowlock.embedded.ServerKind;
import dev.rowlock.mysql.TableName;
import dev.rowlock.pacing.Limit;
import dev.rowlock.pacing.RateSetting;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.Sharing;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Online transactions of several statements feel a batch in their COMMIT, which no statement's time holds. */
final class CommitGuardTest {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final int ROWS = 30_000;

    private static BatchPlan.Builder plan() {
        return BatchPlan.builder(TableName.of("orders"), "status = 'PENDING'", new Action.Set("n = n + 1"))
                .rate(RateSetting.rows(400))
                .chunk(ChunkBounds.usual().withRows(20));
    }

    /** What filled the table is forgotten: the baseline would wait for statements that come no more. */
    private static Orders orders(TestDatabase database) {
        Orders orders = Orders.create(database, ROWS);
        database.execute("TRUNCATE TABLE performance_schema.events_statements_summary_by_digest");
        return orders;
    }

    private static String name(TestDatabase database) {
        return "p99(online COMMIT in " + database.schema() + ")";
    }

    /** COMMITs that the server has counted in the test's schema. */
    private static long counted(TestDatabase database) {
        return database.number(
                "SELECT COALESCE(SUM(COUNT_STAR), 0) FROM performance_schema.events_statements_summary_by_digest"
                        + " WHERE SCHEMA_NAME = '" + database.schema() + "' AND DIGEST = STATEMENT_DIGEST('COMMIT')");
    }

    /** The server is made to sync once in 100 ms: each COMMIT waits for that, and no UPDATE does. */
    @EachServer(only = ServerKind.MYSQL_DEV, sharing = Sharing.DEDICATED)
    void commitsOfOnlineTransactionsAreGuardedAndThoseOfTheBatchAreNotAmongThem(TestDatabase database)
            throws Exception {
        Orders orders = orders(database);
        Traffic online = Traffic.inTransactions(database, 8, 2);
        await().until(() -> counted(database) > 0);
        long run = orders.batches().start(plan().build());
        try (online;
                BatchWorker worker =
                        orders.batches().join(run, WorkerSettings.standard()).start()) {
            await().atMost(PATIENCE)
                    .until(() -> orders.batches().status(run).counts().changed() > 200);
            RunStatus before = orders.batches().status(run);
            assertThat(before.baselineOrNull()).contains(name(database), "UPDATE orders SET note = ? WHERE id = ?");
            database.execute("SET GLOBAL binlog_group_commit_sync_delay = 100000");
            await().atMost(PATIENCE)
                    .until(() -> orders.batches().events(run, 0, 1_000).stream()
                            .anyMatch(event -> event.reason().contains(name(database) + " 1")
                                    && event.reason().contains("ms > ")));
            assertThat(orders.batches().status(run).rate()).isLessThan(400);
            database.execute("SET GLOBAL binlog_group_commit_sync_delay = 0");
            orders.batches().cancel(run, "seen enough");
            assertThat(worker.await(PATIENCE)).isTrue();
        }
        // The server adds without a lock, so of two COMMITs that end together it may count one; the batch sends more
        // than that.
        await().until(() -> counted(database) >= 0.95 * online.commits());
        assertThat(counted(database)).isLessThanOrEqualTo(online.commits());
    }

    /** An administrator commits now and then beside an application that never does. */
    @EachServer(only = ServerKind.MYSQL_DEV, sharing = Sharing.DEDICATED)
    void anApplicationInAutocommitModeHasNoSuchGuard(TestDatabase database) throws Exception {
        Orders orders = orders(database);
        try (Traffic online = Traffic.inAutocommit(database, 2);
                Connection administrator = database.connect()) {
            administrator.setAutoCommit(false);
            administrator.commit();
            await().until(() -> counted(database) == 1);
            long run = orders.batches().start(plan().build());
            try (BatchWorker worker =
                    orders.batches().join(run, WorkerSettings.standard()).start()) {
                await().atMost(PATIENCE).until(() -> {
                    administrator.commit();
                    return orders.batches().status(run).counts().changed() > 0;
                });
                assertThat(orders.batches().status(run).baselineOrNull())
                        .contains("UPDATE orders SET note = ? WHERE id = ?")
                        .doesNotContain("COMMIT");
                await().until(() -> !orders.batches().status(run).readings().contains("COMMIT"));
                orders.batches().cancel(run, "seen enough");
                assertThat(worker.await(PATIENCE)).isTrue();
            }
            assertThat(online.commits()).isZero();
        }
    }

    /** It may come later: the run waits for it, and says so where it is looked for. */
    @EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_11_4})
    void aGuardOnCommitsThatNobodySendsKeepsTheRunWaitingAndSaysWhatToDo(TestDatabase database)
            throws InterruptedException {
        Orders orders = Orders.create(database, 30);
        Queue<String> trouble = new ConcurrentLinkedQueue<>();
        long run = orders.batches()
                .start(plan().guard(new GuardRule(GuardRule.Kind.COMMIT, "", Limit.parse("5ms")))
                        .build());
        String told = database.isMariaDb()
                ? "MariaDB keeps no histogram of its statements, so P99 of COMMIT cannot be a guard"
                : "no session whose schema is " + database.schema() + " has sent COMMIT";
        try (BatchWorker worker = orders.batches()
                .join(run, WorkerSettings.standard(), null, new WorkerListener() {
                    @Override
                    public void trouble(String reason) {
                        trouble.add(reason);
                    }
                })
                .start()) {
            await().atMost(PATIENCE)
                    .until(() -> orders.batches().status(run).rateReason().contains(told));
            await().until(() -> !trouble.isEmpty());
            assertThat(trouble.element()).contains(told);
            assertThat(orders.batches().status(run).counts().changed()).isZero();
            orders.batches().cancel(run, "seen enough");
            assertThat(worker.await(PATIENCE)).isTrue();
        }
    }
}
