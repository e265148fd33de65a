package dev.rowlock.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.rowlock.claim.fixture.OtherSession;
import dev.rowlock.claim.fixture.SampleQueue;
import dev.rowlock.claim.fixture.SampleTable;
import dev.rowlock.claim.fixture.SampleTables;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.Failure;
import dev.rowlock.mysql.StoreException;
import dev.rowlock.mysql.table.RowKey;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The operations inside a transaction of the caller: with its other writes or not at all, and nothing behind its back. */
@EachServer
final class CallersConnectionTest {
    private static final SampleTable SAMPLE = SampleTables.jobQueue();

    private static Connection begin(TestDatabase database) throws SQLException {
        Connection connection = database.connect();
        connection.setAutoCommit(false);
        run(connection, "SET innodb_lock_wait_timeout = 1");
        return connection;
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** The one case in which an effect happens once (A8, A11). */
    @ParameterizedTest
    @MethodSource("dev.rowlock.claim.fixture.SampleTables#main")
    void aCompletionAndAnotherWriteHappenTogetherOrNotAtAll(SampleTable sample, TestDatabase database)
            throws SQLException {
        SampleQueue queue = SampleQueue.create(database, sample, 3);
        database.execute("CREATE TABLE effects (id BIGINT PRIMARY KEY)");
        LeaseTable leases = SampleQueue.open(database.dataSource(), sample);
        List<Lease> claimed = leases.claim(3).leases();
        try (Connection connection = begin(database)) {
            run(connection, "INSERT INTO effects VALUES (1)");
            assertThat(leases.on(connection).complete(claimed)).hasOnlyElementsOfType(Verdict.Applied.class);
            connection.rollback();
            assertThat(database.number("SELECT COUNT(*) FROM effects")).isZero();
            assertThat(queue.statusOf(1)).isEqualTo("processing");

            run(connection, "INSERT INTO effects VALUES (1)");
            assertThat(leases.on(connection).complete(claimed.get(0))).isInstanceOf(Verdict.Applied.class);
            connection.commit();
        }
        assertThat(database.number("SELECT COUNT(*) FROM effects")).isEqualTo(1);
        assertThat(queue.statusOf(1)).isEqualTo("done");
        assertThat(queue.statusOf(2)).isEqualTo("processing");
    }

    @Test
    void everyOperationCanBeRolledBack(TestDatabase database) throws SQLException {
        SampleQueue queue = SampleQueue.create(database, SampleTables.fullyEquipped(), 4);
        LeaseTable leases = SampleQueue.open(database.dataSource(), queue.sample());
        List<Lease> claimed = leases.claim(2).leases();
        List<?> before = queue.sample().contents(database);
        try (Connection connection = begin(database)) {
            LeaseOperations on = leases.on(connection);
            assertThat(on.claim(1).leases()).hasSize(1);
            assertThat(on.claim(RowKey.of(4))).isInstanceOf(TargetedClaim.Claimed.class);
            Lease renewed = on.extend(claimed.get(0)).lease();
            assertThat(on.release(renewed, Duration.ofSeconds(1))).isInstanceOf(Verdict.Applied.class);
            assertThat(on.fail(claimed.get(1), "boom")).isInstanceOf(Verdict.Applied.class);
            assertThat(queue.sample().contents(database))
                    .as("before the commit")
                    .isEqualTo(before);
            connection.rollback();
        }
        assertThat(queue.sample().contents(database)).isEqualTo(before);
        assertThat(leases.complete(claimed)).hasOnlyElementsOfType(Verdict.Applied.class);
        // The rows that were claimed and rolled back are found again.
        assertThat(leases.claim(10).leases()).extracting(Lease::key).containsExactly(RowKey.of(3), RowKey.of(4));
    }

    @Test
    void autocommitIsRefusedBeforeAnythingIsSent(TestDatabase database) throws SQLException {
        SampleQueue queue = SampleQueue.create(database, SAMPLE, 2);
        Lease lease = queue.claimOne();
        try (Connection connection = database.connect()) {
            LeaseOperations on = queue.leases().on(connection);
            for (Runnable operation : List.<Runnable>of(
                    () -> on.claim(1),
                    () -> on.claim(RowKey.of(2)),
                    () -> on.extend(lease),
                    () -> on.complete(lease),
                    () -> on.release(lease, Duration.ZERO),
                    () -> on.fail(lease, "boom"),
                    () -> on.reclaim(1))) {
                database.resetCounts();
                assertThatThrownBy(operation::run)
                        .isInstanceOf(ConfigurationException.class)
                        .hasMessageContaining("setAutoCommit(false)");
                assertThat(database.statements()).isZero();
            }
        }
        assertThat(queue.statusOf(1)).isEqualTo("processing");
        assertThat(queue.statusOf(2)).isEqualTo("ready");
    }

    /** Facts 3.1: after 1205 the transaction is open and keeps its locks. Whether to go on is for its owner to say. */
    @Test
    void aLockWaitThatTimesOutIsNotTriedAgain(TestDatabase database) throws SQLException {
        SampleQueue queue = SampleQueue.create(database, SAMPLE, 3);
        LeaseTable leases = SampleQueue.open(database.dataSource(), SAMPLE);
        List<Lease> claimed = leases.claim(2).leases();
        try (OtherSession holder = queue.hold(1);
                Connection connection = begin(database)) {
            run(connection, "UPDATE job_queue SET attempts = 7 WHERE id = 3");
            LeaseOperations on = leases.on(connection);
            for (Runnable operation : List.<Runnable>of(
                    () -> on.complete(claimed.get(0)), () -> on.complete(claimed), () -> on.extend(claimed.get(0)))) {
                database.resetCounts();
                assertThatThrownBy(operation::run).isInstanceOfSatisfying(StoreException.class, failure -> {
                    assertThat(failure.failure()).isEqualTo(Failure.LOCK_CONFLICT);
                    assertThat(failure.errorNumber()).isEqualTo(1205);
                });
                assertThat(database.statements()).isEqualTo(1);
                assertThat(database.rollbacks()).isZero();
            }
            connection.commit();
        }
        assertThat(SAMPLE.value(database, ColumnRole.ATTEMPTS, 3)).isEqualTo("7");
    }

    @Test
    void aDeadlockIsNotTriedAgain(TestDatabase database) throws Exception {
        SampleQueue queue = SampleQueue.create(database, SAMPLE, 2);
        database.execute(
                "CREATE TABLE orders (id INT PRIMARY KEY, total INT NOT NULL)",
                "INSERT INTO orders"
                        + " WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500) SELECT i, 0 FROM n");
        LeaseTable leases = SampleQueue.open(database.dataSource(), SAMPLE);
        Lease lease = leases.claim(1).leases().get(0);
        try (OtherSession heavy = OtherSession.on(database);
                Connection connection = database.connect()) {
            connection.setAutoCommit(false);
            run(connection, "UPDATE orders SET total = 1 WHERE id = 1");
            // InnoDB rolls back the side that has changed less.
            heavy.run("UPDATE orders SET total = 2 WHERE id > 1");
            heavy.run("SELECT 1 FROM job_queue WHERE id = 1 FOR UPDATE");
            CompletableFuture<Void> waiting = CompletableFuture.runAsync(() -> {
                try {
                    heavy.run("UPDATE orders SET total = 2 WHERE id = 1");
                } catch (SQLException e) {
                    throw new AssertionError(e);
                }
            });
            await().until(() ->
                    database.number("SELECT COUNT(*) FROM information_schema.INNODB_TRX WHERE trx_state = 'LOCK WAIT'")
                            == 1);
            database.resetCounts();
            Throwable thrown = catchThrowable(() -> leases.on(connection).complete(lease));
            assertThat(thrown).isInstanceOfSatisfying(StoreException.class, failure -> {
                assertThat(failure.failure()).isEqualTo(Failure.DEADLOCK);
                assertThat(failure.errorNumber()).isEqualTo(1213);
            });
            assertThat(database.statements()).isEqualTo(1);
            connection.rollback();
            assertThat(waiting).succeedsWithin(Duration.ofSeconds(10));
        }
        assertThat(leases.complete(lease)).isInstanceOf(Verdict.Applied.class);
        assertThat(queue.statusOf(1)).isEqualTo("done");
    }

    @Test
    void aLostConnectionIsNotReplaced(TestDatabase database) throws SQLException {
        SampleQueue queue = SampleQueue.create(database, SAMPLE, 2);
        try (Connection connection = begin(database)) {
            LeaseOperations on = queue.leases().on(connection);
            assertThat(on.claim(1).leases()).hasSize(1);
            long id;
            try (Statement statement = connection.createStatement();
                    var row = statement.executeQuery("SELECT CONNECTION_ID()")) {
                row.next();
                id = row.getLong(1);
            }
            database.execute("KILL " + id);
            assertThatThrownBy(() -> on.claim(1))
                    .isInstanceOfSatisfying(
                            StoreException.class,
                            failure -> assertThat(failure.failure()).isEqualTo(Failure.CONNECTION));
        }
        await().until(() -> queue.statusOf(1).equals("ready"));
        assertThat(queue.claim(2)).hasSize(2);
    }

    /** A targeted claim that is answered "busy" leaves the caller's transaction as it was. */
    @Test
    void busyLeavesTheCallersTransactionOpen(TestDatabase database) throws SQLException {
        SampleQueue queue = SampleQueue.create(database, SAMPLE, 3);
        try (OtherSession holder = queue.hold(2);
                Connection connection = begin(database)) {
            LeaseOperations on = queue.leases().on(connection);
            run(connection, "UPDATE job_queue SET attempts = 7 WHERE id = 3");
            assertThat(on.claim(RowKey.of(2))).isInstanceOf(TargetedClaim.Busy.class);
            assertThat(on.claim(RowKey.of(1))).isInstanceOf(TargetedClaim.Claimed.class);
            connection.commit();
        }
        assertThat(queue.statusOf(1)).isEqualTo("processing");
        assertThat(SAMPLE.value(database, ColumnRole.ATTEMPTS, 3)).isEqualTo("7");
    }
}
