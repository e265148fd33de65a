package dev.rowlock.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.embedded.ServerKind;
import dev.rowlock.mysql.fixture.PoolOfOne;
import dev.rowlock.testing.CutProxy;
import dev.rowlock.testing.Drivers;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.Moment;
import dev.rowlock.testing.TestDatabase;
import dev.rowlock.testing.Tripwire;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** A session that cannot be put back as it came, after its transaction has ended: what was done is done, and nobody gets that session again. */
final class NotPutBackTest {
    private static final String PATIENCE = "SELECT @@SESSION.innodb_lock_wait_timeout";

    private final AtomicInteger runs = new AtomicInteger();

    /** The connection lives on, and the server refuses to put its patience back. */
    @EachServer(only = ServerKind.MYSQL_DEV, drivers = Drivers.BOTH)
    void aShortPatienceGoesToNobodyElse(TestDatabase database) throws SQLException {
        try (PoolOfOne pool = new PoolOfOne(database)) {
            Connection first = pool.physical();
            String before = one(first, PATIENCE);
            String result = Transactions.of(pool)
                    .lockWait(Duration.ofSeconds(2))
                    .inTransaction(Isolation.READ_COMMITTED, connection -> forget(connection));
            assertThat(result).isEqualTo("2");
            assertThat(runs).hasValue(1);
            assertThat(first.isClosed()).isTrue();
            assertThat(pool.isLent()).isFalse();
            assertThat(one(pool.physical(), PATIENCE)).isEqualTo(before).isNotEqualTo("2");
        }
    }

    /** The same after a body that failed: its own failure is what the caller hears of. */
    @EachServer(only = ServerKind.MYSQL_DEV, drivers = Drivers.BOTH)
    void aShortPatienceOfATransactionThatFailedGoesToNobodyElse(TestDatabase database) throws SQLException {
        try (PoolOfOne pool = new PoolOfOne(database)) {
            Connection first = pool.physical();
            String before = one(first, PATIENCE);
            Transactions hasty = Transactions.of(pool).lockWait(Duration.ofSeconds(2));
            String heard = "";
            try {
                hasty.inTransaction(Isolation.READ_COMMITTED, connection -> {
                    throw new IllegalStateException(forget(connection) + " of the body's own");
                });
            } catch (IllegalStateException e) {
                heard = String.valueOf(e.getMessage());
            }
            assertThat(heard).isEqualTo("2 of the body's own");
            assertThat(first.isClosed()).isTrue();
            assertThat(one(pool.physical(), PATIENCE)).isEqualTo(before);
        }
    }

    /** The session's own patience, as remembered in it, is lost. What it is now. */
    private String forget(Connection connection) throws SQLException {
        runs.incrementAndGet();
        String now = one(connection, PATIENCE);
        execute(connection, "SET @rowlock_lock_wait = 'nonsense'");
        return now;
    }

    /** It is committed, so neither a lost connection nor a lost answer afterwards makes a failure of it or runs it again. */
    @EachServer(drivers = Drivers.BOTH)
    void aConnectionThatIsLostBetweenTheCommitAndPuttingBackChangesNothing(TestDatabase database) throws SQLException {
        database.execute("CREATE TABLE t (id INT PRIMARY KEY, v INT NOT NULL)", "INSERT INTO t VALUES (1, 0)");
        for (Moment moment : Moment.values()) {
            try (CutProxy network = CutProxy.inFrontOf(database);
                    PoolOfOne pool = new PoolOfOne(database, database.urlThrough(network.port()))) {
                runs.set(0);
                Connection first = pool.physical();
                Tripwire lost = network.cut(moment, "autocommit=1");
                String result = Transactions.of(pool).inTransaction(Isolation.READ_COMMITTED, connection -> {
                    runs.incrementAndGet();
                    execute(connection, "UPDATE t SET v = v + 1");
                    return "done";
                });
                assertThat(lost.happened()).isTrue();
                assertThat(result).isEqualTo("done");
                assertThat(runs).hasValue(1);
                assertThat(first.isClosed()).isTrue();
                assertThat(pool.isLent()).isFalse();
                assertThat(pool.physical().getAutoCommit()).isTrue();
            }
        }
        assertThat(database.number("SELECT v FROM t")).isEqualTo(2);
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
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
