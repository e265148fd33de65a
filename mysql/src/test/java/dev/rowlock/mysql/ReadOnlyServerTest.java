package dev.rowlock.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowlock.mysql.fixture.Client;
import dev.rowlock.mysql.fixture.Thrown;
import dev.rowlock.testing.Account;
import dev.rowlock.testing.Connections;
import dev.rowlock.testing.Drivers;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.Sharing;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.concurrent.atomic.AtomicInteger;

/** A server that takes no writes: a replica, or a primary before its failover. */
final class ReadOnlyServerTest {
    private final AtomicInteger runs = new AtomicInteger();

    @EachServer(drivers = Drivers.BOTH, sharing = Sharing.DEDICATED, options = "--secure-file-priv=/proc")
    void writesAreRefusedAsReadOnlyAndNotTriedAgain(TestDatabase database) throws SQLException {
        database.execute("CREATE TABLE t (id INT PRIMARY KEY, v INT NOT NULL)", "INSERT INTO t VALUES (1, 0)");
        try (Account account = Account.create(database).grant("ALL", "*")) {
            Connections replica = account::connect;
            assertThat(Transactions.of(replica)
                            .<Integer, SQLException>inTransaction(Isolation.READ_COMMITTED, this::add))
                    .isEqualTo(1);
            try (Connection open = account.connect()) {
                open.setAutoCommit(false);
                database.execute("SET GLOBAL read_only = ON");

                assertThatThrownBy(() -> Transactions.of(replica).inTransaction(Isolation.READ_COMMITTED, this::add))
                        .isInstanceOfSatisfying(StoreException.class, failed -> {
                            assertThat(failed.failure()).isEqualTo(Failure.READ_ONLY);
                            assertThat(failed.code()).isEqualTo(ErrorCode.READ_ONLY);
                            assertThat(failed.errorNumber()).isEqualTo(ServerError.ER_OPTION_PREVENTS_STATEMENT);
                        });
                assertThat(runs).hasValue(2);
                assertThat(ServerFacts.read(open, Clock.systemUTC()).readOnly()).isTrue();
            }
        }
        if (!database.isMariaDb()) {
            refusesEvenTheAdministrator(database);
        }
        database.execute("SET GLOBAL read_only = OFF");
        assertThat(database.number("SELECT v FROM t")).isEqualTo(1);

        tellsApartWhatOtherOptionsForbid(database);
    }

    private static void refusesEvenTheAdministrator(TestDatabase database) throws SQLException {
        database.execute("SET GLOBAL super_read_only = ON");
        try (Client root = Client.of(database, Isolation.READ_COMMITTED)) {
            assertThat(root.attempt("UPDATE t SET v = 9").failure()).isEqualTo(Failure.READ_ONLY);
            assertThat(ServerFacts.read(root.connection(), Clock.systemUTC()).readOnly())
                    .isTrue();
        }
        database.execute("SET GLOBAL super_read_only = OFF");
    }

    /** 1290 is also what {@code --secure-file-priv} says; that does not make the server read-only. */
    private static void tellsApartWhatOtherOptionsForbid(TestDatabase database) throws SQLException {
        try (Client root = Client.of(database, Isolation.READ_COMMITTED)) {
            SQLException forbidden = Thrown.by(() -> root.run("SELECT 1 INTO OUTFILE '/tmp/not-allowed'"));
            assertThat(forbidden.getErrorCode()).isEqualTo(ServerError.ER_OPTION_PREVENTS_STATEMENT);
            assertThat(Failure.of(forbidden)).isEqualTo(Failure.OTHER);
        }
    }

    private int add(Connection connection) throws SQLException {
        runs.incrementAndGet();
        try (Statement statement = connection.createStatement()) {
            return statement.executeUpdate("UPDATE t SET v = v + 1");
        }
    }
}
