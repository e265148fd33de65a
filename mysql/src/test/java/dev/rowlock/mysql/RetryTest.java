package dev.rowlock.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.rowlock.mysql.fixture.Client;
import dev.rowlock.mysql.fixture.Pending;
import dev.rowlock.testing.Drivers;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When {@link Transactions} run a body again, from where, and when they give up (B6). */
@EachServer(drivers = Drivers.BOTH)
final class RetryTest {
    private static final String LOCK_1_NOWAIT = "SELECT id FROM t WHERE id = 1 FOR UPDATE NOWAIT";
    private static final RetryPolicy THREE =
            new RetryPolicy(3, Duration.ofMillis(1), Duration.ofMillis(2), Duration.ZERO);

    private final AtomicInteger runs = new AtomicInteger();

    @BeforeEach
    void createsRows(TestDatabase database) {
        database.execute(
                "CREATE TABLE t (id INT PRIMARY KEY, v INT NOT NULL)",
                "INSERT INTO t VALUES (1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0)");
    }

    /** Two transactions change two rows in opposite order; ours has changed less and is the victim. */
    @Test
    void aDeadlockRunsTheWholeTransactionAgain(TestDatabase database) throws SQLException {
        try (Client heavy = Client.of(database, Isolation.READ_COMMITTED)) {
            heavy.run("UPDATE t SET v = 100 WHERE id >= 2");
            Transactions.of(database.dataSource()).inTransaction(Isolation.READ_COMMITTED, connection -> {
                boolean first = runs.incrementAndGet() == 1;
                if (!first) {
                    heavy.commit();
                }
                int changed = execute(connection, "UPDATE t SET v = v + 1 WHERE id = 1");
                if (first) {
                    heavy.start("UPDATE t SET v = 100 WHERE id = 1").awaitLockWait();
                }
                return changed + execute(connection, "UPDATE t SET v = v + 1 WHERE id = 2");
            });
        }
        assertThat(runs).hasValue(2);
        assertThat(database.column("SELECT v FROM t WHERE id <= 3 ORDER BY id")).containsExactly("101", "101", "100");
        assertThat(database.rollbacks()).isEqualTo(1);
        assertThat(database.commits()).isEqualTo(1);
    }

    /**
     * Facts 3.1: after 1205 the server has the transaction open with its locks. Ours are gone before the next run, and the next run begins
     * with the first statement: row 1 counts once.
     */
    @Test
    void aLockWaitTimeoutRollsBackAndRunsTheWholeTransactionAgain(TestDatabase database) throws SQLException {
        try (Client holder = Client.of(database, Isolation.READ_COMMITTED);
                Client other = Client.of(database, Isolation.READ_COMMITTED)) {
            holder.run("UPDATE t SET v = 100 WHERE id = 2");
            Transactions.of(database.dataSource()).inTransaction(Isolation.READ_COMMITTED, connection -> {
                if (runs.incrementAndGet() == 2) {
                    assertThat(other.run(LOCK_1_NOWAIT)).isEqualTo(1);
                    other.rollback();
                    holder.rollback();
                }
                execute(connection, "SET SESSION innodb_lock_wait_timeout = 0");
                execute(connection, "UPDATE t SET v = v + 1 WHERE id = 1");
                return execute(connection, "UPDATE t SET v = v + 1 WHERE id = 2");
            });
        }
        assertThat(runs).hasValue(2);
        assertThat(database.column("SELECT v FROM t WHERE id <= 2 ORDER BY id")).containsExactly("1", "1");
    }

    @Test
    void aKilledConnectionRunsAgainOnANewOne(TestDatabase database) {
        Set<Long> connections = new HashSet<>();
        int changed = Transactions.of(database.dataSource()).inTransaction(Isolation.READ_COMMITTED, connection -> {
            execute(connection, "UPDATE t SET v = v + 1 WHERE id = 1");
            long id = id(connection);
            connections.add(id);
            if (runs.incrementAndGet() == 1) {
                database.execute("KILL " + id);
            }
            return execute(connection, "UPDATE t SET v = v + 1 WHERE id = 2");
        });
        assertThat(changed).isEqualTo(1);
        assertThat(runs).hasValue(2);
        assertThat(connections).hasSize(2);
        assertThat(database.connectionsOpened()).isEqualTo(2);
        assertThat(database.column("SELECT v FROM t WHERE id <= 2 ORDER BY id")).containsExactly("1", "1");
    }

    /** Whoever killed the statement meant it: the transaction is rolled back and not run again. */
    @Test
    void aKilledQueryRollsBackAndIsNotRunAgain(TestDatabase database) throws SQLException {
        try (Client holder = Client.of(database, Isolation.READ_COMMITTED)) {
            holder.run("UPDATE t SET v = 100 WHERE id = 2");
            assertThatThrownBy(() -> Transactions.of(database.dataSource())
                            .inTransaction(Isolation.READ_COMMITTED, connection -> {
                                runs.incrementAndGet();
                                execute(connection, "UPDATE t SET v = v + 1 WHERE id = 1");
                                long id = id(connection);
                                CompletableFuture<Void> killer = CompletableFuture.runAsync(() -> {
                                    Pending.awaitLockWait(database, id);
                                    database.execute("KILL QUERY " + id);
                                });
                                try {
                                    return execute(connection, "UPDATE t SET v = v + 1 WHERE id = 2");
                                } finally {
                                    killer.join();
                                }
                            }))
                    .isInstanceOfSatisfying(StoreException.class, failed -> {
                        assertThat(failed.errorNumber()).isEqualTo(ServerError.ER_QUERY_INTERRUPTED);
                        assertThat(failed.failure()).isEqualTo(Failure.OTHER);
                    });
            assertThat(holder.run(LOCK_1_NOWAIT)).isEqualTo(1);
        }
        assertThat(runs).hasValue(1);
    }

    @Test
    void afterTheLastRunTheLastFailureIsThrownAndTheEarlierOnesAreSuppressed(TestDatabase database)
            throws SQLException {
        try (Client holder = Client.of(database, Isolation.READ_COMMITTED)) {
            holder.run("UPDATE t SET v = 100 WHERE id = 1");
            assertThatThrownBy(() -> Transactions.of(database.dataSource())
                            .retry(THREE)
                            .inTransaction(Isolation.READ_COMMITTED, connection -> {
                                runs.incrementAndGet();
                                return execute(connection, LOCK_1_NOWAIT);
                            }))
                    .isInstanceOfSatisfying(StoreException.class, failed -> {
                        assertThat(failed.failure()).isEqualTo(Failure.LOCK_CONFLICT);
                        assertThat(failed.code()).isEqualTo(ErrorCode.LOCK_CONFLICT);
                        assertThat(failed.getMessage())
                                .matches("(?s).*\\[SQLState \\w+, error \\d+] \\(gave up after 3 runs in \\d+ ms\\)");
                        assertThat(failed.getSuppressed())
                                .hasSize(2)
                                .allSatisfy(earlier -> assertThat(earlier).isInstanceOf(StoreException.class));
                    });
        }
        assertThat(runs).hasValue(3);
        assertThat(database.rollbacks()).isEqualTo(3);
    }

    @Test
    void withoutRetriesTheFirstFailureIsThrown(TestDatabase database) throws SQLException {
        try (Client holder = Client.of(database, Isolation.READ_COMMITTED)) {
            holder.run("UPDATE t SET v = 100 WHERE id = 1");
            assertThatThrownBy(() -> Transactions.of(database.dataSource())
                            .retry(RetryPolicy.never())
                            .inTransaction(Isolation.READ_COMMITTED, connection -> {
                                runs.incrementAndGet();
                                return execute(connection, LOCK_1_NOWAIT);
                            }))
                    .isInstanceOf(StoreException.class)
                    .hasMessageNotContaining("gave up")
                    .hasNoSuppressedExceptions();
        }
        assertThat(runs).hasValue(1);
    }

    /** A body that works with the exceptions of this module is treated like one that lets SQLExceptions pass. */
    @Test
    void aStoreExceptionOfTheBodyRunsAgainToo(TestDatabase database) throws SQLException {
        try (Client holder = Client.of(database, Isolation.READ_COMMITTED)) {
            holder.run("UPDATE t SET v = 100 WHERE id = 1");
            Transactions.of(database.dataSource()).retry(THREE).inTransaction(Isolation.READ_COMMITTED, connection -> {
                if (runs.incrementAndGet() == 2) {
                    holder.rollback();
                }
                try {
                    return execute(connection, LOCK_1_NOWAIT);
                } catch (SQLException e) {
                    throw StoreException.of(e);
                }
            });
        }
        assertThat(runs).hasValue(2);
    }

    /** The flag stays set, the failure at hand is thrown, and no further run begins. */
    @Test
    void anInterruptedThreadStops(TestDatabase database) throws SQLException {
        try (Client holder = Client.of(database, Isolation.READ_COMMITTED)) {
            holder.run("UPDATE t SET v = 100 WHERE id = 1");
            assertThatThrownBy(() -> Transactions.of(database.dataSource())
                            .retry(new RetryPolicy(
                                    5, Duration.ofMinutes(5), Duration.ofMinutes(5), Duration.ofMinutes(5)))
                            .inTransaction(Isolation.READ_COMMITTED, connection -> {
                                runs.incrementAndGet();
                                Thread.currentThread().interrupt();
                                return execute(connection, LOCK_1_NOWAIT);
                            }))
                    .isInstanceOfSatisfying(
                            StoreException.class,
                            failed -> assertThat(failed.failure()).isEqualTo(Failure.LOCK_CONFLICT));
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(runs).hasValue(1);
    }

    /** A caller that waits in the pause is woken by its interrupt. */
    @Test
    void aPauseEndsWithTheInterrupt(TestDatabase database) throws Exception {
        try (Client holder = Client.of(database, Isolation.READ_COMMITTED)) {
            holder.run("UPDATE t SET v = 100 WHERE id = 1");
            CompletableFuture<Boolean> flag = new CompletableFuture<>();
            Thread thread = new Thread(() -> {
                try {
                    transactionWithLongPause(database);
                } catch (StoreException expected) {
                    flag.complete(Thread.currentThread().isInterrupted());
                }
            });
            thread.start();
            await().until(() -> runs.get() == 1 && database.openConnections() == 0);
            assertThat(flag).isNotDone();
            thread.interrupt();
            assertThat(flag).succeedsWithin(Duration.ofSeconds(10)).isEqualTo(true);
            thread.join();
        }
        assertThat(runs).hasValue(1);
    }

    /** During the pause there is neither a connection nor a lock, so that others can use both. */
    @Test
    void noConnectionIsHeldWhilePausing(TestDatabase database) throws Exception {
        try (Client holder = Client.of(database, Isolation.READ_COMMITTED);
                Client other = Client.of(database, Isolation.READ_COMMITTED)) {
            holder.run("UPDATE t SET v = 100 WHERE id = 1");
            Thread thread = new Thread(() -> {
                try {
                    transactionWithLongPause(database);
                } catch (StoreException interruptedAtTheEnd) {
                    runs.incrementAndGet();
                }
            });
            thread.start();
            await().until(() -> runs.get() == 1 && database.openConnections() == 0);
            assertThat(other.run("SELECT id FROM t WHERE id = 2 FOR UPDATE NOWAIT"))
                    .isEqualTo(1);
            other.rollback();
            assertThat(database.connectionsOpened()).isEqualTo(1);
            assertThat(thread.isAlive()).isTrue();
            thread.interrupt();
            await().until(() -> !thread.isAlive());
        }
        assertThat(runs).hasValue(2);
    }

    private void transactionWithLongPause(TestDatabase database) {
        Duration pause = Duration.ofMinutes(5);
        Transactions.of(database.dataSource())
                .retry(new RetryPolicy(5, pause, pause, Duration.ZERO))
                .inTransaction(Isolation.READ_COMMITTED, connection -> {
                    execute(connection, "UPDATE t SET v = v + 1 WHERE id = 2");
                    runs.incrementAndGet();
                    return execute(connection, LOCK_1_NOWAIT);
                });
    }

    private static int execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.execute(sql) ? 0 : statement.getUpdateCount();
        }
    }

    private static long id(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT CONNECTION_ID()")) {
            row.next();
            return row.getLong(1);
        }
    }
}
