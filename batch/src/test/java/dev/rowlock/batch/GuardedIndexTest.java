package dev.rowlock.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.batch.fixture.Orders;
import dev.rowlock.embedded.ServerKind;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.KeptConnections;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * A transaction guards the part of an index that the batch's change writes into, which no SKIP LOCKED passes over. The batch holds rows while it waits for it,
 * so it gives up soon, goes row by row, and online traffic hardly waits for it.
 */
@EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_11_4})
final class GuardedIndexTest {
    private static final int ROWS = 300;

    @Test
    void theBatchGivesWayAndGoesOnWhenTheGuardIsGone(TestDatabase database) throws Exception {
        Orders.create(database, ROWS);
        try (KeptConnections connections = new KeptConnections(database);
                Connection guard = database.connect();
                Connection online = database.connect()) {
            guard.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            guard.setAutoCommit(false);
            run(guard, "SELECT id FROM orders WHERE status = 'OVERDUE' FOR UPDATE");
            Batches batches = Batches.of(Transactions.of(connections));
            long run = batches.start(Orders.plan(new Action.Set("status = 'OVERDUE', n = n + 1"))
                    .shards(ShardRule.ranges(1))
                    .build());
            try (BatchWorker worker =
                    batches.join(run, WorkerSettings.standard()).start()) {
                Awaitility.await()
                        .atMost(Duration.ofSeconds(30))
                        .until(() -> batches.events(run, 0, 100).stream()
                                .anyMatch(event -> event.kind().equals("waits")));
                Waits waits = write(online, Duration.ofSeconds(6));
                System.out.printf(
                        "%s: %d online writes in 6 s beside a batch at a guarded index, longest %d ms, %d of 200 ms or more%n",
                        database.serverName(), waits.all, waits.longest.toMillis(), waits.slow);
                assertThat(waits.longest)
                        .isLessThan(database.isMariaDb() ? Duration.ofMillis(500) : Duration.ofMillis(2_500));
                // Of the chunk's rows only one is held while it waits: nearly all writes go through at once.
                assertThat(waits.slow).as("slow of %d writes", waits.all).isLessThanOrEqualTo(waits.all / 50 + 5);
                assertThat(batches.status(run).state()).isEqualTo(RunState.RUNNING);
                assertThat(batches.status(run).skipped()).isPositive();
                guard.rollback();
                assertThat(worker.await(Duration.ofSeconds(60))).isTrue();
            }
            assertThat(batches.status(run).state()).isEqualTo(RunState.DONE);
            assertThat(batches.status(run).counts()).isEqualTo(new Counts(ROWS, ROWS / 3 * 2, ROWS / 3 * 2, 0, 0));
            assertThat(database.number("SELECT COUNT(*) FROM orders WHERE n <> IF(status = 'OVERDUE', 1, 0)"))
                    .isZero();
        }
    }

    /** A round over the ledger meets the guard, too; rows of it that are free go meanwhile. */
    @Test
    void heldRowsThatWaitDoNotStopTheOthersOfTheLedger(TestDatabase database) throws Exception {
        Orders orders = Orders.create(database, 9);
        try (Connection guard = database.connect();
                Connection online = database.connect()) {
            // Rows 1 and 2 are held while the scan passes; then the guard is there, for what row 1 becomes.
            online.setAutoCommit(false);
            run(online, "SELECT id FROM orders WHERE id IN (1, 2, 4) FOR UPDATE");
            long run = orders.batches()
                    .start(Orders.plan(new Action.Set("status = IF(id = 1, 'OVERDUE', 'A'), n = n + 1"))
                            .shards(ShardRule.ranges(1))
                            .build());
            try (BatchWorker worker =
                    orders.batches().join(run, WorkerSettings.standard()).start()) {
                Awaitility.await()
                        .until(() -> orders.batches().status(run).counts().changed() == 3);
                guard.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
                guard.setAutoCommit(false);
                run(guard, "SELECT id FROM orders WHERE status = 'OVERDUE' FOR UPDATE");
                online.rollback();
                Awaitility.await()
                        .atMost(Duration.ofSeconds(30))
                        .until(() -> orders.batches().status(run).counts().changed() == 5);
                assertThat(orders.batches().held(run, 10))
                        .extracting(HeldRow::key)
                        .containsExactly("1");
                guard.rollback();
                assertThat(worker.await(Duration.ofSeconds(30))).isTrue();
            }
            assertThat(orders.batches().status(run).counts()).isEqualTo(new Counts(9, 6, 6, 0, 0));
            assertThat(orders.number("SELECT COUNT(*) FROM orders WHERE n > 1")).isZero();
        }
    }

    /** Single-row writes of online traffic one after the other, over the rows that the batch is at. */
    private static Waits write(Connection online, Duration time) throws SQLException {
        Waits waits = new Waits();
        long end = System.nanoTime() + time.toNanos();
        try (PreparedStatement update = online.prepareStatement("UPDATE orders SET note = ? WHERE id = ?")) {
            for (int at = 0; System.nanoTime() < end; at++) {
                update.setString(1, "online " + at);
                update.setInt(2, 1 + at % ROWS);
                long start = System.nanoTime();
                update.executeUpdate();
                waits.saw(Duration.ofNanos(System.nanoTime() - start));
            }
        }
        return waits;
    }

    private static final class Waits {
        private Duration longest = Duration.ZERO;
        private int slow;
        private int all;

        void saw(Duration time) {
            all++;
            slow += time.toMillis() >= 200 ? 1 : 0;
            longest = time.compareTo(longest) > 0 ? time : longest;
        }
    }

    private static void run(Connection connection, String statement) throws SQLException {
        try (Statement sent = connection.createStatement()) {
            sent.execute(statement);
        }
    }
}
