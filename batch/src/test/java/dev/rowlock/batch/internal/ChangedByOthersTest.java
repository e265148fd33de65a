package dev.rowlock.batch.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.batch.Action;
import dev.rowlock.batch.BatchPlan;
import dev.rowlock.batch.Counts;
import dev.rowlock.batch.fixture.Orders;
import dev.rowlock.mysql.TableName;
import dev.rowlock.testing.Connections;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rule C5: rows that online traffic changes under the batch's hands are left as they are, and every row that matched is accounted for. */
@EachServer
final class ChangedByOthersTest {
    /** Runs what online traffic does between a chunk's look and its lock, once. */
    private static Connections meeting(TestDatabase database, AtomicBoolean armed, String... online) {
        return Connections.to(database).watched((statement, connection) -> {
            if (statement.sql().startsWith("SELECT")
                    && statement.sql().contains("FOR UPDATE SKIP LOCKED")
                    && statement.sql().contains(database.schema())
                    && armed.compareAndSet(true, false)) {
                database.execute(online);
            }
        });
    }

    private static Shard finish(ChunkBench bench) {
        while (bench.shard().phase() == Shard.Phase.SCAN) {
            bench.scan(100, 50);
        }
        for (int round = 0; round < 10 && bench.shard().phase() == Shard.Phase.REVISIT; round++) {
            bench.round(50);
        }
        return bench.shard();
    }

    @ParameterizedTest
    @ValueSource(strings = {"TRUE", "id % 10 < 2"})
    void rowsThatChangeBetweenTheLookAndTheLock(String which, TestDatabase database) {
        Orders.create(database, 60);
        AtomicBoolean armed = new AtomicBoolean();
        ChunkBench bench = ChunkBench.take(
                meeting(
                        database,
                        armed,
                        "UPDATE orders SET status = 'PAID', note = 'online' WHERE id = 10",
                        "DELETE FROM orders WHERE id = 11",
                        "DELETE FROM orders WHERE id = 20",
                        "INSERT INTO orders (id, status, modified_at, note) VALUES (20, 'PENDING', '2025-01-01', 'again')",
                        "UPDATE orders SET note = 'still' WHERE id = 31"),
                BatchPlan.builder(
                        TableName.of("orders"), "status = 'PENDING' AND " + which, new Action.Set("n = n + 1")));
        long before = database.number("SELECT COUNT(*) FROM orders WHERE status = 'PENDING' AND " + which);
        armed.set(true);
        Shard shard = finish(bench);
        assertThat(armed).isFalse();
        assertThat(shard.phase()).isEqualTo(Shard.Phase.DONE);
        assertThat(shard.counts()).isEqualTo(new Counts(60, before, before - 2, 2, 0));
        assertThat(database.number("SELECT COUNT(*) FROM orders WHERE n = 1")).isEqualTo(before - 2);
        assertThat(database.number("SELECT n FROM orders WHERE id = 10")).isZero();
        assertThat(database.number("SELECT n FROM orders WHERE id = 20")).isEqualTo(1);
        assertThat(database.text("SELECT note FROM orders WHERE id = 31")).isEqualTo("still");
    }

    /** Text keys that differ in case alone are one key to the server, and two to Java. */
    @ParameterizedTest
    @ValueSource(strings = {"TRUE", "no % 10 < 2"})
    void aRowThatIsInsertedAgainWithAnotherCaseOfItsKeyIsNotChangedTwice(String which, TestDatabase database) {
        database.execute(
                "CREATE TABLE codes (k VARCHAR(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci PRIMARY KEY, no INT NOT NULL,"
                        + " n INT NOT NULL DEFAULT 0)",
                "INSERT INTO codes (k, no) VALUES ('key01', 1), ('key02', 2), ('key10', 10), ('key11', 11), ('key20', 20), ('key21', 21)");
        AtomicBoolean armed = new AtomicBoolean();
        ChunkBench bench = ChunkBench.take(
                meeting(
                        database,
                        armed,
                        "DELETE FROM codes WHERE k = 'key10'",
                        "INSERT INTO codes (k, no) VALUES ('KEY10', 10)",
                        "UPDATE codes SET k = 'Key20 ' WHERE no = 20"),
                BatchPlan.builder(TableName.of("codes"), "n >= 0 AND " + which, new Action.Set("n = n + 1")));
        armed.set(true);
        Shard shard = finish(bench);
        assertThat(shard.phase()).isEqualTo(Shard.Phase.DONE);
        assertThat(shard.counts().held()).isZero();
        assertThat(database.number("SELECT SUM(n) FROM codes"))
                .isEqualTo(shard.counts().changed());
        assertThat(database.number("SELECT MAX(n) FROM codes")).isEqualTo(1);
        assertThat(database.number("SELECT n FROM codes WHERE k = 'key01'")).isEqualTo(1);
    }

    /** Deleted with a copy of what they are now, or not at all. */
    @Test
    void anArchiveCopiesWhatIsDeletedAndNothingElse(TestDatabase database) {
        Orders.create(database, 60);
        database.execute("CREATE TABLE archive LIKE orders");
        AtomicBoolean armed = new AtomicBoolean();
        ChunkBench bench = ChunkBench.take(
                meeting(
                        database,
                        armed,
                        "UPDATE orders SET note = 'new' WHERE id = 7",
                        "UPDATE orders SET status = 'PAID' WHERE id = 8"),
                Orders.plan(new Action.Archive(TableName.of("archive"))));
        armed.set(true);
        assertThat(finish(bench).counts()).isEqualTo(new Counts(60, 40, 39, 1, 0));
        assertThat(database.text("SELECT note FROM archive WHERE id = 7")).isEqualTo("new");
        assertThat(database.number("SELECT COUNT(*) FROM archive")).isEqualTo(39);
        assertThat(database.number("SELECT COUNT(*) FROM orders")).isEqualTo(21);
        assertThat(database.number("SELECT COUNT(*) FROM orders JOIN archive USING (id)"))
                .isZero();
    }

    /** A condition may answer anew each time it is asked; a row that is deleted without its copy would be lost. */
    @Test
    void aConditionThatTossesACoinLosesNoRow(TestDatabase database) {
        Orders.create(database, 60);
        database.execute("CREATE TABLE archive LIKE orders");
        ChunkBench bench = ChunkBench.take(
                database,
                BatchPlan.builder(TableName.of("orders"), "RAND() < 0.9", new Action.Archive(TableName.of("archive"))));
        for (int tries = 0; tries < 40 && bench.shard().phase() != Shard.Phase.DONE; tries++) {
            try {
                if (bench.shard().phase() == Shard.Phase.SCAN) {
                    bench.scan(3, 3);
                } else {
                    bench.round(3);
                }
            } catch (dev.rowlock.mysql.StoreException refused) {
                assertThat(refused).hasMessageContaining("give it times as parameters");
            }
        }
        assertThat(database.number("SELECT (SELECT COUNT(*) FROM archive) + (SELECT COUNT(*) FROM orders)"))
                .isEqualTo(60);
        assertThat(database.number("SELECT COUNT(*) FROM orders JOIN archive USING (id)"))
                .isZero();
        assertThat(database.number("SELECT COUNT(*) FROM archive"))
                .isEqualTo(bench.shard().counts().changed());
    }

    /** NULL is neither true nor false: such a row does not match. */
    @ParameterizedTest
    @ValueSource(strings = {"v <> 1", "NOT (v = 1)", "v IS NULL OR v = 2", "v NOT IN (1, NULL)", "COALESCE(v, 0) = 0"})
    void aConditionThatIsNullDoesNotMatch(String where, TestDatabase database) {
        database.execute(
                "CREATE TABLE optional (id INT PRIMARY KEY, v INT NULL, n INT NOT NULL DEFAULT 0)",
                "INSERT INTO optional (id, v) VALUES (1, 1), (2, 2), (3, NULL), (4, 0), (5, NULL), (6, 1)");
        long expected = database.number("SELECT COUNT(*) FROM optional WHERE " + where);
        ChunkBench bench = ChunkBench.take(
                database, BatchPlan.builder(TableName.of("optional"), where, new Action.Set("n = n + 1")));
        assertThat(finish(bench).counts()).isEqualTo(new Counts(6, expected, expected, 0, 0));
        assertThat(database.number("SELECT COUNT(*) FROM optional WHERE n = 1 AND (" + where + ")"))
                .isEqualTo(expected);
    }

    /** A row that comes to an end of its holder unchanged is the batch's; one that he changed is not. */
    @Test
    void whatAHolderDoesDecidesInTheEnd(TestDatabase database) throws SQLException {
        Orders.create(database, 60);
        ChunkBench bench = ChunkBench.take(database, Orders.counting());
        try (Connection online = ChunkBench.connect(database);
                Connection other = ChunkBench.connect(database);
                Statement hold = online.createStatement();
                Statement another = other.createStatement()) {
            hold.execute("UPDATE orders SET status = 'PAID' WHERE id IN (1, 2)");
            another.execute("DELETE FROM orders WHERE id IN (4, 5)");
            bench.scan(100, 50);
            assertThat(bench.shard().counts().held()).isEqualTo(4);
            bench.round(50);
            assertThat(bench.shard().counts().held()).isEqualTo(4);
            online.commit();
            other.rollback();
        }
        assertThat(finish(bench).counts()).isEqualTo(new Counts(60, 40, 38, 2, 0));
    }
}
