package dev.rowlock.batch.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowlock.batch.Action;
import dev.rowlock.batch.BatchPlan;
import dev.rowlock.batch.fixture.Orders;
import dev.rowlock.mysql.TableName;
import dev.rowlock.testing.Connections;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.RowLock;
import dev.rowlock.testing.RowLocks;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Facts 1.2, 5.2 to 5.4: what a chunk holds just before its commit, and that it waits for nobody. It is one record lock of the primary key
 * for each row it changes, and nothing of rows it passed over.
 */
@EachServer
final class ChunkLocksTest {
    /** The chunk's own row of a shard, which MariaDB counts with the others. */
    private static final int SHARD_ROW = 1;

    private static final String DENSE = "status = 'PENDING'";
    private static final String SPARSE = "status = 'PENDING' AND id % 40 < 2";

    static Stream<Arguments> chunks() {
        return Stream.of(
                Arguments.of(new Action.Set("n = n + 1"), DENSE, 5),
                Arguments.of(new Action.Set("n = n + 1"), SPARSE, 700),
                Arguments.of(new Action.Set("status = 'OVERDUE'"), DENSE, 700),
                Arguments.of(new Action.Delete(), DENSE, 5),
                Arguments.of(new Action.Delete(), SPARSE, 700),
                Arguments.of(archive(), DENSE, 700),
                Arguments.of(archive(), SPARSE, 700));
    }

    private static Action archive() {
        return new Action.Archive(TableName.of("archive"));
    }

    static Stream<String> conditions() {
        return Stream.of(DENSE, SPARSE);
    }

    private static BatchPlan.Builder plan(String where, Action action) {
        return BatchPlan.builder(TableName.of("orders"), where, action);
    }

    private static Orders orders(TestDatabase database, int rows) {
        Orders orders = Orders.create(database, rows);
        database.execute("CREATE TABLE archive LIKE orders");
        return orders;
    }

    @ParameterizedTest
    @MethodSource("chunks")
    void aChunkHoldsOneLockForEachRowItChanges(Action action, String where, int rows, TestDatabase database)
            throws SQLException {
        orders(database, rows);
        ChunkBench bench = ChunkBench.take(database, plan(where, action));
        try (Connection connection = ChunkBench.connect(database)) {
            Chunk.Done done = bench.open(connection, 1_000, 1_000);
            assertThat(done.touched()).isPositive().isEqualTo((int)
                    done.shard().counts().changed());
            RowLocks locks = database.locks(connection);
            // Of each row that is copied MariaDB counts the new one, too.
            assertThat(locks.count()).isBetween((long) done.touched(), 2L * done.touched() + SHARD_ROW);
            assertOnlyPrimary(locks, done.touched());
            connection.rollback();
        }
    }

    @ParameterizedTest
    @MethodSource("conditions")
    void nothingIsHeldOfRowsThatOthersHoldAndNothingWaits(String where, TestDatabase database) throws SQLException {
        orders(database, 700);
        ChunkBench bench = ChunkBench.take(database, plan(where, new Action.Set("status = 'OVERDUE'")));
        try (Connection online = ChunkBench.connect(database);
                Connection connection = ChunkBench.connect(database)) {
            // All match either condition; 80 is PENDING in its committed version still, 121 is not.
            run(database, "UPDATE orders SET status = 'PAID' WHERE id = 121");
            run(online, "UPDATE orders SET note = 'mine' WHERE id IN (1, 41)");
            run(online, "UPDATE orders SET status = 'PAID' WHERE id IN (80, 121)");
            impatient(connection);
            Chunk.Done done = bench.open(connection, 1_000, 1_000);
            assertThat(done.matched() - done.touched()).isEqualTo(2 + 1);
            RowLocks locks = database.locks(connection);
            assertOnlyPrimary(locks, done.touched());
            // What was passed over is free for its owner, in every index.
            impatient(online);
            run(online, "UPDATE orders SET modified_at = '2025-02-02', status = 'SENT' WHERE id IN (1, 41, 80, 121)");
            online.commit();
            connection.commit();
        }
    }

    @ParameterizedTest
    @MethodSource("conditions")
    void aRevisitHoldsOnlyWhatItChangesAndWaitsForNobody(String where, TestDatabase database) throws SQLException {
        orders(database, 700);
        ChunkBench bench = ChunkBench.take(database, plan(where, new Action.Set("n = n + 1")));
        try (Connection online = ChunkBench.connect(database);
                Connection connection = ChunkBench.connect(database)) {
            run(online, "UPDATE orders SET note = 'mine' WHERE id IN (1, 40, 41, 80, 121, 160, 161)");
            bench.scan(1_000, 1_000);
            run(online, "DELETE FROM orders WHERE id = 161");
            online.commit();
            run(online, "UPDATE orders SET note = 'again' WHERE id IN (40, 41)");
            run(database, "UPDATE orders SET status = 'PAID' WHERE id IN (80, 160)");
            run(online, "UPDATE orders SET note = 'again' WHERE id = 80");
            impatient(connection);
            Revisit.Done done = bench.openRevisit(connection, 0, 100);
            // 1 and 121 are changed; 80 and 160 are no longer of the batch, whoever holds them; 161 is gone.
            assertThat(done.touched()).isEqualTo(2);
            assertThat(done.crossed()).isEqualTo(5);
            assertOnlyPrimary(database.locks(connection), 2);
            impatient(online);
            run(online, "UPDATE orders SET modified_at = '2025-02-02', status = 'SENT' WHERE id IN (40, 41, 80, 160)");
            online.commit();
            connection.commit();
        }
        assertThat(database.number("SELECT COUNT(*) FROM orders WHERE n > 1")).isZero();
    }

    @ParameterizedTest
    @MethodSource("conditions")
    void onlineTrafficWritesRowsThatDoNotMatchWhileAChunkIsOpen(String where, TestDatabase database)
            throws SQLException {
        orders(database, 700);
        ChunkBench bench = ChunkBench.take(database, plan(where, new Action.Set("status = 'OVERDUE'")));
        try (Connection connection = ChunkBench.connect(database);
                Connection online = database.connect()) {
            Chunk.Done done = bench.open(connection, 400, 400);
            assertThat(done.touched()).isPositive();
            impatient(online);
            for (String isolation : List.of("READ COMMITTED", "REPEATABLE READ")) {
                run(online, "SET SESSION TRANSACTION ISOLATION LEVEL " + isolation);
                run(online, "UPDATE orders SET note = 'other', modified_at = '2025-03-03' WHERE id = 3");
                run(online, "UPDATE orders SET status = 'SENT' WHERE id IN (12, 699)");
                run(online, "DELETE FROM orders WHERE id = 300");
                run(online, "INSERT INTO orders (id, status, modified_at) VALUES (300, 'PAID', '2025-01-01')");
                run(online, "INSERT INTO orders (id, status, modified_at) VALUES (-1, 'OVERDUE', '2024-01-01')");
                run(online, "DELETE FROM orders WHERE id = -1");
            }
            connection.commit();
        }
    }

    /** C6 holds even when rows begin to match between the look and the lock. */
    @Test
    void aChunkChangesNoMoreThanItsLimit(TestDatabase database) throws SQLException {
        orders(database, 100);
        database.execute("DELETE FROM orders WHERE id BETWEEN 11 AND 60");
        ChunkBench bench = ChunkBench.take(
                Connections.to(database).watched((statement, connection) -> {
                    if (statement.sql().startsWith("SELECT")
                            && statement.sql().contains("FOR UPDATE SKIP LOCKED")
                            && statement.sql().contains("orders")) {
                        database.execute(
                                "INSERT IGNORE INTO orders (id, status, modified_at)"
                                        + " SELECT id - 50, 'PENDING', '2025-01-01' FROM (SELECT id FROM orders WHERE id > 60) o");
                    }
                }),
                plan(DENSE, new Action.Set("n = n + 1")));
        Chunk.Done done = bench.scan(1_000, 20);
        assertThat(done.touched()).isEqualTo(20);
        assertThat(bench.shard().counts().matched()).isGreaterThan(20);
        while (bench.shard().phase() == Shard.Phase.SCAN) {
            bench.scan(1_000, 20);
        }
        while (bench.shard().phase() == Shard.Phase.REVISIT) {
            bench.round(20);
        }
        assertThat(bench.shard().counts().held()).isZero();
        assertThat(database.number("SELECT COUNT(*) FROM orders WHERE n > 1")).isZero();
        assertThat(database.number("SELECT COUNT(*) FROM orders WHERE n = 1"))
                .isEqualTo(bench.shard().counts().changed());
    }

    /** The one thing a chunk may wait for: no server passes over an index entry whose gap a REPEATABLE READ transaction guards. */
    @Test
    void aChangeThatMeetsAnIndexEntryOthersGuardGivesUpSoon(TestDatabase database) throws SQLException {
        orders(database, 100);
        ChunkBench bench = ChunkBench.take(database, plan(DENSE, new Action.Set("status = 'OVERDUE'")));
        try (Connection online = database.connect();
                Connection connection = ChunkBench.connect(database)) {
            online.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            online.setAutoCommit(false);
            run(online, "SELECT id FROM orders WHERE status = 'OVERDUE' FOR UPDATE");
            impatient(connection);
            long start = System.nanoTime();
            assertThatThrownBy(() -> bench.open(connection, 400, 20)).isInstanceOf(Waited.class);
            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .isLessThan(database.isMariaDb() ? Duration.ofMillis(500) : Duration.ofSeconds(3));
            connection.rollback();
            online.rollback();
        }
        assertThat(bench.scan(400, 20).touched()).isEqualTo(20);
        assertThat(bench.shard().counts().changed()).isEqualTo(20);
    }

    /** A wait ends with error 1205 after a second, the shortest a server takes, instead of after fifty. */
    private static void impatient(Connection connection) throws SQLException {
        run(connection, "SET SESSION innodb_lock_wait_timeout = 1");
    }

    private static void run(Connection connection, String statement) throws SQLException {
        try (Statement sent = connection.createStatement()) {
            sent.execute(statement);
        }
    }

    private static void run(TestDatabase database, String statement) {
        database.execute(statement);
    }

    /** MariaDB tells the number only. */
    private static void assertOnlyPrimary(RowLocks locks, int rows) {
        locks.entries().ifPresent(entries -> {
            List<RowLock> mine = entries.stream()
                    .filter(lock -> lock.table().equals("orders"))
                    .toList();
            assertThat(mine).hasSize(rows);
            assertThat(mine).allSatisfy(lock -> {
                assertThat(lock.index()).isEqualTo("PRIMARY");
                assertThat(lock.mode()).isEqualTo("X,REC_NOT_GAP");
            });
        });
    }
}
