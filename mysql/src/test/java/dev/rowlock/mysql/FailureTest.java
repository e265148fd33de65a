package dev.rowlock.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.mysql.fixture.Client;
import dev.rowlock.mysql.fixture.Pending;
import dev.rowlock.mysql.fixture.Thrown;
import dev.rowlock.testing.Account;
import dev.rowlock.testing.CutProxy;
import dev.rowlock.testing.Driver;
import dev.rowlock.testing.Drivers;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.Moment;
import dev.rowlock.testing.TestDatabase;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Errors that servers and drivers really give, and what is made of them (B5). */
@EachServer(drivers = Drivers.BOTH)
final class FailureTest {
    @BeforeEach
    void createsRows(TestDatabase database) {
        database.execute(
                "CREATE TABLE t (id INT PRIMARY KEY, v INT NOT NULL)",
                "INSERT INTO t VALUES (1, 0), (2, 0), (3, 0), (4, 0)");
    }

    @Test
    void aRowThatSomebodyHoldsIsALockConflict(TestDatabase database) throws SQLException {
        try (Client holder = Client.of(database, Isolation.READ_COMMITTED);
                Client other = Client.of(database, Isolation.READ_COMMITTED)) {
            holder.run("UPDATE t SET v = 1 WHERE id = 1");
            other.run("SET SESSION innodb_lock_wait_timeout = 0");
            assertIs(
                    Failure.LOCK_CONFLICT, ErrorCode.LOCK_CONFLICT, () -> other.run("UPDATE t SET v = 2 WHERE id = 1"));
            assertIs(
                    Failure.LOCK_CONFLICT,
                    ErrorCode.LOCK_CONFLICT,
                    () -> other.run("SELECT v FROM t WHERE id = 1 FOR UPDATE NOWAIT"));
        }
    }

    @Test
    void theVictimOfACycleHasADeadlock(TestDatabase database) throws SQLException {
        try (Client light = Client.of(database, Isolation.READ_COMMITTED);
                Client heavy = Client.of(database, Isolation.READ_COMMITTED)) {
            light.run("UPDATE t SET v = 1 WHERE id = 1");
            heavy.run("UPDATE t SET v = 2 WHERE id >= 2");
            Pending waiting = heavy.start("UPDATE t SET v = 2 WHERE id = 1").awaitLockWait();
            assertIs(Failure.DEADLOCK, ErrorCode.DEADLOCK, () -> light.run("UPDATE t SET v = 1 WHERE id = 2"));
            assertThat(waiting.end().rows()).isEqualTo(1);
        }
    }

    @Test
    void aPortWhereNobodyListensIsAConnectionFailure(TestDatabase database) throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            port = socket.getLocalPort();
        }
        assertIs(Failure.CONNECTION, ErrorCode.UNREACHABLE, () -> Client.connect(database, database.urlThrough(port)));
    }

    /** Facts 8: Connector/J bounds the handshake by {@code socketTimeout}, MariaDB's driver by {@code connectTimeout}; so set both. */
    @Test
    void aServerThatListensAndSaysNothingIsAConnectionFailure(TestDatabase database) throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getByName("127.0.0.1"))) {
            String bound = database.driver() == Driver.CONNECTOR_J ? "&socketTimeout=200" : "&connectTimeout=200";
            String url = database.urlThrough(silent.getLocalPort()) + bound;
            assertIs(Failure.CONNECTION, ErrorCode.UNREACHABLE, () -> Client.connect(database, url));
        }
    }

    /** The account has as many connections as it may have. */
    @Test
    void anAccountAtItsLimitIsAConnectionFailure(TestDatabase database) throws SQLException {
        try (Account account = Account.create(database, "IDENTIFIED BY '' WITH MAX_USER_CONNECTIONS 1")) {
            account.grant("ALL", "*");
            try (Connection one = account.connectWith("")) {
                assertThat(one.isValid(5)).isTrue();
                assertIs(Failure.CONNECTION, ErrorCode.UNREACHABLE, () -> account.connectWith(""));
            }
        }
    }

    @Test
    void aKilledSessionIsAConnectionFailureAndSoIsEveryCallAfterIt(TestDatabase database) throws SQLException {
        try (Client client = Client.of(database, Isolation.READ_COMMITTED)) {
            client.run("UPDATE t SET v = 1 WHERE id = 1");
            database.execute("KILL " + client.id());
            assertIs(Failure.CONNECTION, ErrorCode.UNREACHABLE, () -> client.run("UPDATE t SET v = 1 WHERE id = 2"));
            assertIs(Failure.CONNECTION, ErrorCode.UNREACHABLE, () -> client.run("UPDATE t SET v = 1 WHERE id = 2"));
            assertIs(Failure.CONNECTION, ErrorCode.UNREACHABLE, client::rollback);
        }
    }

    @Test
    void aSessionKilledWhileItWaitsIsAConnectionFailure(TestDatabase database) throws SQLException {
        try (Client holder = Client.of(database, Isolation.READ_COMMITTED);
                Client waiter = Client.of(database, Isolation.READ_COMMITTED)) {
            holder.run("UPDATE t SET v = 1 WHERE id = 1");
            Pending waiting = waiter.start("UPDATE t SET v = 2 WHERE id = 1").awaitLockWait();
            database.execute("KILL " + waiter.id());
            assertThat(waiting.end().failure()).isEqualTo(Failure.CONNECTION);
        }
    }

    @Test
    void aCutNetworkIsAConnectionFailure(TestDatabase database) throws SQLException {
        try (CutProxy network = CutProxy.inFrontOf(database);
                Client client = Client.of(database, database.urlThrough(network.port()), Isolation.READ_COMMITTED)) {
            network.cut(Moment.AFTER_THE_ANSWER, "UPDATE t");
            assertIs(Failure.CONNECTION, ErrorCode.UNREACHABLE, () -> client.run("UPDATE t SET v = 1 WHERE id = 2"));
        }
    }

    /** A statement that did not answer in time may still run (facts 8); before COMMIT that is a lost connection, and nothing else. */
    @Test
    void aSocketTimeoutIsAConnectionFailure(TestDatabase database) throws SQLException {
        try (Client holder = Client.of(database, Isolation.READ_COMMITTED);
                Client waiter = Client.of(database, Isolation.READ_COMMITTED)) {
            holder.run("UPDATE t SET v = 1 WHERE id = 1");
            waiter.connection().setNetworkTimeout(Runnable::run, 300);
            assertIs(Failure.CONNECTION, ErrorCode.UNREACHABLE, () -> waiter.run("UPDATE t SET v = 2 WHERE id = 1"));
            holder.rollback();
        }
    }

    @Test
    void aCommitThatLosesItsConnectionIsUnknown(TestDatabase database) throws SQLException {
        for (Moment moment : Moment.values()) {
            try (CutProxy network = CutProxy.inFrontOf(database);
                    Client client =
                            Client.of(database, database.urlThrough(network.port()), Isolation.READ_COMMITTED)) {
                client.run("UPDATE t SET v = 1 WHERE id = 1");
                network.cut(moment, "COMMIT");
                SQLException lost = Thrown.by(client::commit);
                assertThat(Failure.ofCommit(lost)).isEqualTo(Failure.COMMIT_UNKNOWN);
                assertThat(new StoreException(Failure.ofCommit(lost), "lost", lost).code())
                        .isEqualTo(ErrorCode.COMMIT_UNKNOWN);
            }
        }
    }

    /** An interrupted COMMIT may have been carried out; an interrupted statement is just that. */
    @Test
    void aKilledQueryIsUnknownWhenItIsACommitAndAnythingElseBefore(TestDatabase database) throws SQLException {
        try (Client holder = Client.of(database, Isolation.READ_COMMITTED);
                Client waiter = Client.of(database, Isolation.READ_COMMITTED)) {
            holder.run("UPDATE t SET v = 1 WHERE id = 1");
            Pending waiting = waiter.start("UPDATE t SET v = 2 WHERE id = 1").awaitLockWait();
            database.execute("KILL QUERY " + waiter.id());
            SQLException interrupted = waiting.end().thrown();
            assertThat(interrupted.getErrorCode()).isEqualTo(ServerError.ER_QUERY_INTERRUPTED);
            assertThat(Failure.of(interrupted)).isEqualTo(Failure.OTHER);
            assertThat(Failure.ofCommit(interrupted)).isEqualTo(Failure.COMMIT_UNKNOWN);
        }
    }

    @Test
    void aWriteInAReadOnlyTransactionIsReadOnly(TestDatabase database) throws SQLException {
        try (Client client = Client.of(database, Isolation.READ_COMMITTED)) {
            client.run("START TRANSACTION READ ONLY");
            assertIs(Failure.READ_ONLY, ErrorCode.READ_ONLY, () -> client.run("UPDATE t SET v = 1 WHERE id = 1"));
        }
    }

    /** Only MySQL can do this to a schema; MariaDB does not know the statement. */
    @Test
    void aWriteInAReadOnlySchemaIsReadOnly(TestDatabase database) throws SQLException {
        try (Client client = Client.of(database, Isolation.READ_COMMITTED)) {
            String readOnly = "ALTER SCHEMA " + database.schema() + " READ ONLY = 1";
            if (database.isMariaDb()) {
                assertIs(Failure.OTHER, ErrorCode.STORE, () -> client.run(readOnly));
                return;
            }
            client.run(readOnly);
            assertIs(Failure.READ_ONLY, ErrorCode.READ_ONLY, () -> client.run("UPDATE t SET v = 1 WHERE id = 1"));
            client.run("ALTER SCHEMA " + database.schema() + " READ ONLY = 0");
        }
    }

    @Test
    void errorsOfTheStatementAreOther(TestDatabase database) throws SQLException {
        try (Client client = Client.of(database, Isolation.READ_COMMITTED)) {
            for (String sql : new String[] {
                "SELEKT", // 1064
                "INSERT INTO t VALUES (1, 0)", // 1062
                "SELECT nothing FROM t", // 1054
                "SELECT * FROM nothing", // 1146
                "INSERT INTO t VALUES (9, 99999999999)", // 1264
                "SET TRANSACTION ISOLATION LEVEL SERIALIZABLE" // 1568: a transaction is open
            }) {
                client.run("UPDATE t SET v = 1 WHERE id = 1");
                assertIs(Failure.OTHER, ErrorCode.STORE, () -> client.run(sql));
            }
        }
    }

    /** It is a mistake in the URL, and no reason to try again. */
    @Test
    void anUnknownSchemaIsNoConnectionFailure(TestDatabase database) {
        String url = database.url().replace(database.schema(), "no_such_schema");
        assertIs(Failure.OTHER, ErrorCode.STORE, () -> Client.connect(database, url));
    }

    /** Pools throw an exception of their own around what the driver said last, with its SQLState and without its number. */
    @Test
    void whatAPoolWrapsIsClassifiedByWhatTheServerSaid(TestDatabase database) throws SQLException {
        try (Client holder = Client.of(database, Isolation.READ_COMMITTED);
                Client other = Client.of(database, Isolation.READ_COMMITTED)) {
            holder.run("UPDATE t SET v = 1 WHERE id = 1");
            SQLException said = Thrown.by(() -> other.run("SELECT v FROM t WHERE id = 1 FOR UPDATE NOWAIT"));
            SQLException wrapped = new SQLTransientConnectionException("not available", said.getSQLState(), said);
            assertThat(Failure.of(wrapped)).isEqualTo(Failure.LOCK_CONFLICT);
            assertThat(StoreException.of(wrapped).errorNumber()).isEqualTo(said.getErrorCode());
        }
    }

    /** With neither number nor SQLState, its class is all there is. */
    @Test
    void aPoolThatHasNoneToGiveIsAConnectionFailure() {
        SQLException exhausted = new SQLTransientConnectionException("request timed out after 30000ms");
        assertThat(Failure.of(exhausted)).isEqualTo(Failure.CONNECTION);
        assertThat(StoreException.of(exhausted).code()).isEqualTo(ErrorCode.UNREACHABLE);
        assertThat(Failure.of(new SQLException("no idea"))).isEqualTo(Failure.OTHER);
    }

    private static void assertIs(Failure failure, ErrorCode code, Thrown.Action action) {
        SQLException thrown = Thrown.by(action);
        assertThat(Failure.of(thrown)).as("%s", StoreException.describe(thrown)).isEqualTo(failure);
        assertThat(StoreException.of(thrown).code()).isEqualTo(code);
    }
}
