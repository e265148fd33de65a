package dev.rowlock.mysql.facts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.embedded.ServerKind;
import dev.rowlock.mysql.Failure;
import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.ServerError;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.mysql.fixture.Answer;
import dev.rowlock.mysql.fixture.Client;
import dev.rowlock.testing.Connections;
import dev.rowlock.testing.Drivers;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * MariaDB's {@code innodb_snapshot_isolation} (facts 3.2): from 11.6.2 it is ON by default; the servers tested here know it and have it
 * OFF, so the session turns it on.
 */
@EachServer(
        drivers = Drivers.BOTH,
        only = {ServerKind.MARIADB_11_4, ServerKind.MARIADB_SYSTEM})
final class SnapshotIsolationFactsTest {
    private static final String ON = "SET SESSION innodb_snapshot_isolation = ON";

    @BeforeEach
    void createsRows(TestDatabase database) {
        database.execute("CREATE TABLE t (id INT PRIMARY KEY, v INT NOT NULL)", "INSERT INTO t VALUES (1, 0), (2, 0)");
    }

    @Test
    void underRepeatableReadAChangeSinceTheSnapshotIsError1020(TestDatabase database) throws SQLException {
        assertThat(updateAfterSomebodyElse(database, Isolation.REPEATABLE_READ).errorNumber())
                .isEqualTo(ServerError.ER_CHECKREAD);
        assertThat(updateAfterSomebodyElse(database, Isolation.REPEATABLE_READ).failure())
                .isEqualTo(Failure.DEADLOCK);
    }

    @Test
    void underReadCommittedThereIsNoSuchError(TestDatabase database) throws SQLException {
        assertThat(updateAfterSomebodyElse(database, Isolation.READ_COMMITTED).errorNumber())
                .isZero();
    }

    private static Answer updateAfterSomebodyElse(TestDatabase database, Isolation isolation) throws SQLException {
        try (Client client = Client.of(database, isolation)) {
            client.run(ON);
            client.commit();
            client.read("SELECT v FROM t WHERE id = 1"); // makes the snapshot
            database.execute("UPDATE t SET v = v + 1 WHERE id = 1");
            return client.attempt("UPDATE t SET v = v + 1 WHERE id = 1");
        }
    }

    /** Like a deadlock, 1020 has ended the transaction: what it had changed is gone, and others may have its rows. */
    @Test
    void error1020RollsTheWholeTransactionBack(TestDatabase database) throws SQLException {
        try (Client client = Client.of(database, Isolation.REPEATABLE_READ);
                Client other = Client.of(database, Isolation.READ_COMMITTED)) {
            client.run(ON);
            client.commit();
            client.read("SELECT v FROM t WHERE id = 1");
            client.run("UPDATE t SET v = 9 WHERE id = 2");
            database.execute("UPDATE t SET v = v + 1 WHERE id = 1");

            assertThat(client.attempt("UPDATE t SET v = 9 WHERE id = 1").errorNumber())
                    .isEqualTo(ServerError.ER_CHECKREAD);

            assertThat(other.attempt("SELECT id FROM t WHERE id = 2 FOR UPDATE NOWAIT")
                            .errorNumber())
                    .isZero();
            client.commit();
        }
        assertThat(database.column("SELECT v FROM t ORDER BY id")).containsExactly("1", "0");
    }

    @Test
    void ourTransactionsRunAgainFromANewSnapshot(TestDatabase database) throws SQLException {
        Connections snapshots = () -> {
            Connection connection = database.connect();
            try (Statement statement = connection.createStatement()) {
                statement.execute(ON);
            }
            return connection;
        };
        AtomicInteger runs = new AtomicInteger();

        int changed = Transactions.of(snapshots).inTransaction(Isolation.REPEATABLE_READ, connection -> {
            try (Statement statement = connection.createStatement()) {
                statement.executeQuery("SELECT v FROM t WHERE id = 1");
                if (runs.incrementAndGet() == 1) {
                    database.execute("UPDATE t SET v = v + 10 WHERE id = 1");
                }
                return statement.executeUpdate("UPDATE t SET v = v + 1 WHERE id = 1");
            }
        });

        assertThat(changed).isEqualTo(1);
        assertThat(runs).hasValue(2);
        assertThat(database.number("SELECT v FROM t WHERE id = 1")).isEqualTo(11);
    }
}
