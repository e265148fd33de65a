package dev.rowlock.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowlock.mysql.fixture.Client;
import dev.rowlock.mysql.fixture.PoolOfOne;
import dev.rowlock.testing.Drivers;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One run of a transaction: commit, rollback (B4), and what is thrown. */
@EachServer(drivers = Drivers.BOTH)
final class TransactionsTest {
    private static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;
    }

    @BeforeEach
    void createsRows(TestDatabase database) {
        database.execute("CREATE TABLE t (id INT PRIMARY KEY, v INT NOT NULL)", "INSERT INTO t VALUES (1, 0), (2, 0)");
    }

    @Test
    void commitsWhatTheBodyDidAndReturnsItsResult(TestDatabase database) {
        String result = transactions(database).inTransaction(Isolation.READ_COMMITTED, connection -> {
            update(connection, 1);
            update(connection, 2);
            return "done";
        });
        assertThat(result).isEqualTo("done");
        assertThat(database.column("SELECT v FROM t ORDER BY id")).containsExactly("1", "1");
        assertThat(database.commits()).isEqualTo(1);
        assertThat(database.rollbacks()).isZero();
        assertThat(database.connectionsOpened()).isEqualTo(1);
    }

    @Test
    void anUncheckedExceptionRollsBackAndPassesThrough(TestDatabase database) throws SQLException {
        IllegalStateException own = new IllegalStateException("no");
        assertThatThrownBy(() -> transactions(database).inTransaction(Isolation.READ_COMMITTED, connection -> {
                    update(connection, 1);
                    throw own;
                }))
                .isSameAs(own);
        assertNothingHappenedOnce(database);
    }

    @Test
    void theCallersCheckedExceptionRollsBackAndPassesThroughUnwrapped(TestDatabase database) throws SQLException {
        Refused own = new Refused();
        assertThatThrownBy(() -> transactions(database)
                        .<String, Refused>inTransaction(Isolation.READ_COMMITTED, connection -> {
                            update(connection, 1);
                            throw own;
                        }))
                .isSameAs(own);
        assertNothingHappenedOnce(database);
    }

    @Test
    void anErrorRollsBackAndPassesThrough(TestDatabase database) throws SQLException {
        AssertionError own = new AssertionError("no");
        assertThatThrownBy(() -> transactions(database).inTransaction(Isolation.READ_COMMITTED, connection -> {
                    update(connection, 1);
                    throw own;
                }))
                .isSameAs(own);
        assertNothingHappenedOnce(database);
    }

    @Test
    void theServersErrorRollsBackAndIsTheCauseOfAStoreException(TestDatabase database) throws SQLException {
        assertThatThrownBy(() -> transactions(database).inTransaction(Isolation.READ_COMMITTED, connection -> {
                    update(connection, 1);
                    return execute(connection, "INSERT INTO t VALUES (2, 0)");
                }))
                .isInstanceOfSatisfying(StoreException.class, failed -> {
                    assertThat(failed.failure()).isEqualTo(Failure.OTHER);
                    assertThat(failed.code()).isEqualTo(ErrorCode.STORE);
                    assertThat(failed.errorNumber()).isEqualTo(1062);
                    assertThat(failed).hasCauseInstanceOf(SQLException.class).hasMessageContaining("error 1062");
                });
        assertNothingHappenedOnce(database);
    }

    /** What the body threw stays the news, and what went wrong with the ROLLBACK is told beside it. */
    @Test
    void aRollbackThatFailsIsSuppressedInTheBodysException(TestDatabase database) {
        IllegalStateException own = new IllegalStateException("no");
        assertThatThrownBy(() -> transactions(database).inTransaction(Isolation.READ_COMMITTED, connection -> {
                    update(connection, 1);
                    database.execute("KILL " + id(connection));
                    throw own;
                }))
                .isSameAs(own);
        assertThat(own.getSuppressed()).singleElement().isInstanceOf(SQLException.class);
        assertThat(database.column("SELECT v FROM t WHERE id = 1 FOR UPDATE")).containsExactly("0");
    }

    /** With a transaction open that is not ours, SET TRANSACTION fails with 1568, and nothing of it is committed by us. */
    @Test
    void aConnectionInsideATransactionIsRefused(TestDatabase database) throws SQLException {
        try (PoolOfOne pool = new PoolOfOne(database)) {
            pool.physical().setAutoCommit(false);
            update(pool.physical(), 1);
            assertThatThrownBy(() -> Transactions.of(pool)
                            .inTransaction(Isolation.READ_COMMITTED, connection -> update(connection, 2)))
                    .isInstanceOfSatisfying(
                            StoreException.class,
                            failed -> assertThat(failed.errorNumber()).isEqualTo(1568));
            assertThat(pool.isLent()).isFalse();
            pool.physical().rollback();
        }
        assertThat(database.column("SELECT v FROM t ORDER BY id")).containsExactly("0", "0");
    }

    private static Transactions transactions(TestDatabase database) {
        return Transactions.of(database.dataSource());
    }

    /** Ran once, left no row changed, no connection, and no lock on any row. */
    private static void assertNothingHappenedOnce(TestDatabase database) throws SQLException {
        assertThat(database.connectionsOpened()).isEqualTo(1);
        assertThat(database.openConnections()).isZero();
        assertThat(database.rollbacks()).isEqualTo(1);
        assertThat(database.commits()).isZero();
        try (Client other = Client.of(database, Isolation.READ_COMMITTED)) {
            assertThat(other.read("SELECT v FROM t ORDER BY id FOR UPDATE NOWAIT"))
                    .containsExactly("0", "0");
        }
    }

    private static int update(Connection connection, int id) throws SQLException {
        return execute(connection, "UPDATE t SET v = v + 1 WHERE id = " + id);
    }

    private static int execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.executeUpdate(sql);
        }
    }

    private static long id(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                var row = statement.executeQuery("SELECT CONNECTION_ID()")) {
            row.next();
            return row.getLong(1);
        }
    }
}
