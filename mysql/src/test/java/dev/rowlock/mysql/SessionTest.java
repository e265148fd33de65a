package dev.rowlock.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowlock.mysql.fixture.PoolOfOne;
import dev.rowlock.testing.Drivers;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What {@link Transactions} do to the session they borrow, and what that costs. */
@EachServer(drivers = Drivers.BOTH)
final class SessionTest {
    private static final String WRITE = "UPDATE t SET v = v + 1";

    @BeforeEach
    void createsARow(TestDatabase database) {
        database.execute("CREATE TABLE t (id INT PRIMARY KEY, v INT NOT NULL)", "INSERT INTO t VALUES (1, 0)");
    }

    @Test
    void theConnectionGoesBackWithAutocommitAsItCame(TestDatabase database) throws SQLException {
        try (PoolOfOne pool = new PoolOfOne(database)) {
            for (Autocommit before : Autocommit.values()) {
                pool.physical().setAutoCommit(before == Autocommit.ON);
                write(pool, Isolation.READ_COMMITTED);
                assertThat(autocommit(pool.physical())).isEqualTo(before);
                assertThatThrownBy(() -> Transactions.of(pool).inTransaction(Isolation.READ_COMMITTED, connection -> {
                            throw new IllegalStateException();
                        }))
                        .isInstanceOf(IllegalStateException.class);
                assertThat(autocommit(pool.physical())).isEqualTo(before);
            }
        }
        assertThat(database.number("SELECT v FROM t")).isEqualTo(2);
    }

    private enum Autocommit {
        ON,
        OFF
    }

    /** Asks server and driver, which have to agree. */
    private static Autocommit autocommit(Connection connection) throws SQLException {
        String onServer = one(connection, "SELECT @@autocommit");
        assertThat(connection.getAutoCommit()).isEqualTo(onServer.equals("1"));
        return onServer.equals("1") ? Autocommit.ON : Autocommit.OFF;
    }

    /** Seen from inside: a row that somebody else changes and commits meanwhile is read anew, or is not. */
    @Test
    void theWantedIsolationIsUsedWhateverTheSessionsDefaultIs(TestDatabase database) throws SQLException {
        try (PoolOfOne pool = new PoolOfOne(database)) {
            for (Isolation theSessions : Isolation.values()) {
                pool.physical().setTransactionIsolation(theSessions.jdbcLevel());
                assertThat(readTwice(pool, Isolation.READ_COMMITTED, database)).isEqualTo(Reads.ANEW);
                assertThat(readTwice(pool, Isolation.REPEATABLE_READ, database)).isEqualTo(Reads.SAME);
            }
        }
    }

    private enum Reads {
        ANEW,
        SAME
    }

    private static Reads readTwice(PoolOfOne pool, Isolation isolation, TestDatabase database) {
        List<String> values = Transactions.of(pool).inTransaction(isolation, connection -> {
            String before = one(connection, "SELECT v FROM t");
            database.execute(WRITE);
            return List.of(before, one(connection, "SELECT v FROM t"));
        });
        return values.get(0).equals(values.get(1)) ? Reads.SAME : Reads.ANEW;
    }

    @Test
    void serializableReadsLockTheirRows(TestDatabase database) throws SQLException {
        Transactions.of(database.dataSource()).inTransaction(Isolation.SERIALIZABLE, connection -> {
            one(connection, "SELECT v FROM t WHERE id = 1");
            assertThat(database.locks(connection).count()).isPositive();
            return "";
        });
    }

    @Test
    void theSessionsDefaultIsolationStaysAsItWas(TestDatabase database) throws SQLException {
        try (PoolOfOne pool = new PoolOfOne(database)) {
            for (Isolation theSessions : Isolation.values()) {
                pool.physical().setTransactionIsolation(theSessions.jdbcLevel());
                String before = one(pool.physical(), "SELECT @@" + variable(database));
                for (Isolation wanted : Isolation.values()) {
                    write(pool, wanted);
                    assertThat(one(pool.physical(), "SELECT @@" + variable(database)))
                            .isEqualTo(before);
                }
            }
        }
    }

    /** MariaDB has the newer name only from 11.1. */
    private static String variable(TestDatabase database) {
        return database.isMariaDb() ? "tx_isolation" : "transaction_isolation";
    }

    /** SET TRANSACTION, autocommit off, the body's statement, COMMIT, autocommit on. */
    @Test
    void aSessionOfAnyStateCostsThreeRoundTripsBesidesTheCommit(TestDatabase database) throws SQLException {
        assertThat(roundTrips(database, SessionState.ANY, Autocommit.ON)).isEqualTo(5);
        assertThat(roundTrips(database, SessionState.ANY, Autocommit.OFF)).isEqualTo(3);
    }

    /** The body's statement and COMMIT, when the pool has set up its sessions. */
    @Test
    void aPreparedSessionCostsNoRoundTripBesidesTheCommit(TestDatabase database) throws SQLException {
        assertThat(roundTrips(database, SessionState.READ_COMMITTED, Autocommit.OFF))
                .isEqualTo(2);
        assertThat(roundTrips(database, SessionState.READ_COMMITTED, Autocommit.ON))
                .isEqualTo(4);
    }

    private static long roundTrips(TestDatabase database, SessionState state, Autocommit autocommit)
            throws SQLException {
        try (PoolOfOne pool = new PoolOfOne(database)) {
            pool.physical().setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            pool.physical().setAutoCommit(autocommit == Autocommit.ON);
            long before = pool.questions();
            Transactions.of(pool)
                    .sessions(state)
                    .inTransaction(Isolation.READ_COMMITTED, connection -> execute(connection, WRITE));
            return pool.questions() - before;
        }
    }

    /** What a session is said to be in does not matter for another level. */
    @Test
    void anotherLevelIsSetOnAPreparedSession(TestDatabase database) throws SQLException {
        try (PoolOfOne pool = new PoolOfOne(database)) {
            pool.physical().setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            List<String> values = Transactions.of(pool)
                    .sessions(SessionState.READ_COMMITTED)
                    .inTransaction(Isolation.REPEATABLE_READ, connection -> {
                        String before = one(connection, "SELECT v FROM t");
                        database.execute(WRITE);
                        return List.of(before, one(connection, "SELECT v FROM t"));
                    });
            assertThat(values).containsExactly("0", "0");
        }
    }

    private static void write(PoolOfOne pool, Isolation isolation) {
        Transactions.of(pool).inTransaction(isolation, connection -> execute(connection, WRITE));
    }

    private static int execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.executeUpdate(sql);
        }
    }

    private static String one(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getString(1);
        }
    }
}
