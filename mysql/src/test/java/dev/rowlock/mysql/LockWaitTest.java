package dev.rowlock.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowlock.embedded.ServerKind;
import dev.rowlock.mysql.fixture.Client;
import dev.rowlock.mysql.fixture.PoolOfOne;
import dev.rowlock.testing.Drivers;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/** Transactions that give up a wait early, on sessions that do not belong to us (decision 16). */
@SuppressWarnings("try") // the locks are held by being open
final class LockWaitTest {
    private static final String PATIENCE = "SELECT @@SESSION.innodb_lock_wait_timeout";

    @EachServer(
            only = {ServerKind.MYSQL_8_0, ServerKind.MYSQL_DEV},
            drivers = Drivers.BOTH)
    void isTheTransactionsAloneAndPutBackAfterwards(TestDatabase database) throws SQLException {
        database.execute("CREATE TABLE t (id INT PRIMARY KEY, v INT)", "INSERT INTO t VALUES (1, 0)");
        try (PoolOfOne pool = new PoolOfOne(database)) {
            Transactions hasty = Transactions.of(pool).lockWait(Duration.ofSeconds(2));
            hasty.inTransaction(Isolation.READ_COMMITTED, connection -> {
                assertThat(one(connection, PATIENCE)).isEqualTo("2");
                assertThat(one(connection, "SELECT v FROM t")).isEqualTo("0");
                database.execute("UPDATE t SET v = 1");
                return assertThat(one(connection, "SELECT v FROM t"))
                        .as("at READ COMMITTED, which the session is not")
                        .isEqualTo("1");
            });
            assertGivenBack(pool);
        }
    }

    @EachServer(
            only = {ServerKind.MYSQL_8_0, ServerKind.MYSQL_DEV},
            drivers = Drivers.BOTH)
    void isPutBackAfterTheWaitThatWasGivenUp(TestDatabase database) throws SQLException {
        database.execute("CREATE TABLE t (id INT PRIMARY KEY)", "INSERT INTO t VALUES (1)");
        try (PoolOfOne pool = new PoolOfOne(database);
                Client other = Client.of(database, Isolation.READ_COMMITTED)) {
            other.read("SELECT id FROM t FOR UPDATE");
            Transactions hasty =
                    Transactions.of(pool).retry(RetryPolicy.never()).lockWait(Duration.ofSeconds(1));
            assertThatThrownBy(() -> hasty.inTransaction(
                            Isolation.READ_COMMITTED, connection -> one(connection, "SELECT id FROM t FOR UPDATE")))
                    .isInstanceOfSatisfying(
                            StoreException.class, e -> assertThat(e.failure()).isEqualTo(Failure.LOCK_CONFLICT));
            assertGivenBack(pool);
        }
    }

    @EachServer(only = ServerKind.MYSQL_DEV)
    void costsOneRoundTripWhenNothingIsLockedAnyMore(TestDatabase database) {
        Transactions.of(database.dataSource())
                .lockWait(Duration.ofSeconds(1))
                .inTransaction(Isolation.READ_COMMITTED, connection -> one(connection, "SELECT 1"));
        assertThat(database.statements()).isEqualTo(3);
        assertThat(database.commits()).isEqualTo(1);
    }

    @EachServer(only = ServerKind.MYSQL_DEV)
    void lessThanASecondIsRefused(TestDatabase database) {
        Transactions transactions = Transactions.of(database.dataSource());
        assertThatThrownBy(() -> transactions.lockWait(Duration.ofMillis(500)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("PT0.5S");
    }

    private static void assertGivenBack(PoolOfOne pool) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            assertThat(one(connection, PATIENCE))
                    .isEqualTo(one(connection, "SELECT @@GLOBAL.innodb_lock_wait_timeout"));
            assertThat(one(connection, "SELECT @@SESSION.transaction_isolation"))
                    .isEqualTo(one(connection, "SELECT @@GLOBAL.transaction_isolation"));
        }
    }

    private static String one(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }
}
