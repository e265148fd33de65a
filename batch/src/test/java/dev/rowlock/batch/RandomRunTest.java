package dev.rowlock.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.batch.fixture.Orders;
import dev.rowlock.embedded.ServerKind;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.testing.Connections;
import dev.rowlock.testing.CutProxy;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * Random sequences of what online traffic and misfortune do while a run with tiny chunks goes on: updates, deletions, rows that are held and
 * let go, workers that come, leave and lose their network. {@code -Drowlock.seed=N} repeats one.
 *
 * <p>A trigger writes down every change the batch makes, so that one made twice shows whatever else was done to the row.
 */
@EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_11_4})
final class RandomRunTest {
    private static final int ROWS = 2_400;
    private static final int STEPS = 40;

    @Test
    void eachRowThatMatchedIsChangedOnceOrByOthers(TestDatabase database) throws Exception {
        long seed = Long.getLong("rowlock.seed", new Random().nextLong());
        try {
            new Sequence(database, new Random(seed)).play();
        } catch (AssertionError | Exception e) {
            throw new AssertionError("with -Drowlock.seed=" + seed + ": " + e.getMessage(), e);
        }
    }

    private static final class Sequence {
        private final TestDatabase database;
        private final Random random;
        private final Orders orders;
        private final long run;
        private final List<BatchWorker> workers = new ArrayList<>();
        private final List<Connection> holders = new ArrayList<>();
        private final List<Integer> held = new ArrayList<>();

        Sequence(TestDatabase database, Random random) {
            this.database = database;
            this.random = random;
            this.orders = Orders.create(database, ROWS);
            database.execute(
                    "CREATE TABLE audit (no BIGINT AUTO_INCREMENT PRIMARY KEY, id BIGINT NOT NULL)",
                    "CREATE TRIGGER orders_audit AFTER UPDATE ON orders FOR EACH ROW"
                            + " INSERT INTO audit (id) SELECT NEW.id FROM (SELECT 1) one WHERE NEW.n <> OLD.n");
            this.run = orders.batches()
                    .start(Orders.counting()
                            .shards(ShardRule.ranges(4))
                            .chunk(ChunkBounds.usual().withRows(4))
                            .build());
        }

        void play() throws Exception {
            try (CutProxy network = CutProxy.inFrontOf(database)) {
                Batches through = Batches.of(Transactions.of(Connections.through(network, database)));
                join(through);
                for (int step = 0; step < STEPS; step++) {
                    step(through, network);
                    awaitScanned((step + 1) * ROWS / STEPS);
                }
                letGo();
                join(orders.batches());
                assertThat(workers.get(workers.size() - 1).await(Duration.ofMinutes(1)))
                        .isTrue();
            } finally {
                letGo();
                workers.forEach(BatchWorker::close);
            }
            check();
        }

        /** So that what happens is spread over the run. */
        private void awaitScanned(int rows) {
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .pollInterval(Duration.ofMillis(5))
                    .until(() -> database.number("SELECT COALESCE(SUM(scanned), 0) >= " + rows
                                    + " OR SUM(phase = 'scan') = 0" + " FROM rowlock_batch_shard")
                            == 1);
        }

        private void step(Batches through, CutProxy network) throws SQLException {
            int id = free();
            switch (random.nextInt(9)) {
                case 0, 1 -> database.execute("UPDATE orders SET note = 'online' WHERE note <> 'new' AND id = " + id);
                case 2 ->
                    database.execute("UPDATE orders SET status = 'PAID' WHERE id BETWEEN " + id + " AND " + (id + 5));
                case 3 -> database.execute("DELETE FROM orders WHERE id = " + id);
                case 4 ->
                    database.execute("INSERT IGNORE INTO orders (id, status, modified_at) VALUES (" + id
                            + ", 'PENDING', '2025-01-01')");
                case 5 -> hold(id);
                case 6 -> letGo();
                case 7 -> join(random.nextBoolean() ? through : orders.batches());
                default -> trouble(network);
            }
        }

        /** A row that no holder of this test has, nor any of the next twenty: online statements must not wait for each other here. */
        private int free() {
            while (true) {
                int id = 1 + random.nextInt(ROWS);
                if (held.stream().noneMatch(first -> Math.abs(first - id) <= 20)) {
                    return id;
                }
            }
        }

        private void hold(int id) throws SQLException {
            Connection holder = database.connect();
            holders.add(holder);
            held.add(id);
            holder.setAutoCommit(false);
            try (Statement statement = holder.createStatement()) {
                statement.execute("SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED");
                statement.execute("UPDATE orders SET status = IF(id % 2 = 0, 'PAID', status), note = 'held'"
                        + " WHERE note <> 'new' AND id BETWEEN " + id + " AND " + (id + 20));
            }
        }

        /** Half of them commit, half of them think better of it. */
        private void letGo() throws SQLException {
            for (Connection holder : holders) {
                if (random.nextBoolean()) {
                    holder.commit();
                } else {
                    holder.rollback();
                }
                holder.close();
            }
            holders.clear();
            held.clear();
        }

        private void join(Batches batches) {
            workers.add(batches.join(
                            run,
                            WorkerSettings.standard()
                                    .withThreads(1 + random.nextInt(2))
                                    .withLease(Duration.ofSeconds(2)))
                    .start());
        }

        private void trouble(CutProxy network) {
            if (random.nextBoolean()) {
                network.cutAll();
            } else if (workers.size() > 1) {
                workers.remove(random.nextInt(workers.size())).close(Duration.ofSeconds(10));
            }
        }

        private void check() {
            RunStatus status = orders.batches().status(run);
            assertThat(status.state()).isEqualTo(RunState.DONE);
            Counts counts = status.counts();
            assertThat(counts.held()).as("%s", status).isZero();
            assertThat(counts.matched()).isEqualTo(counts.changed() + counts.changedByOthers());
            assertThat(database.number("SELECT COUNT(*) FROM audit")).isEqualTo(counts.changed());
            assertThat(database.number("SELECT COUNT(*) FROM orders WHERE n > 1"))
                    .isZero();
            // Only what came behind the scan may match and be unchanged.
            assertThat(database.number(
                            "SELECT COUNT(*) FROM orders WHERE status = 'PENDING' AND n = 0" + " AND note <> 'new'"))
                    .as("rows that matched and were left out")
                    .isZero();
            assertThat(database.number("SELECT COUNT(*) FROM orders WHERE n = 1"))
                    .isLessThanOrEqualTo(counts.changed());
        }
    }
}
