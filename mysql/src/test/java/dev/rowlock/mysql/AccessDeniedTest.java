package dev.rowlock.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.mysql.fixture.Thrown;
import dev.rowlock.testing.Account;
import dev.rowlock.testing.Drivers;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The account is the reason: nothing to retry, and a different answer than "cannot be reached". */
@EachServer(drivers = Drivers.BOTH)
final class AccessDeniedTest {
    @BeforeEach
    void createsATable(TestDatabase database) {
        database.execute("CREATE TABLE t (id INT PRIMARY KEY, v INT NOT NULL)");
    }

    @Test
    void aWrongPassword(TestDatabase database) {
        try (Account account = Account.create(database)) {
            assertDenied(() -> account.connectWith("wrong"), ServerError.ER_ACCESS_DENIED_ERROR);
        }
    }

    /**
     * For a name it does not know MySQL pretends that the account uses one of its plugins, chosen by the name, and MariaDB's driver gives up
     * at those it does not have (1251, 08004) before the server says no. So several names are tried.
     */
    @Test
    void anUnknownAccount(TestDatabase database) {
        for (int name = 0; name < 12; name++) {
            String unknown = "nobody" + name;
            assertDenied(
                    () -> Account.connect(database, unknown, "wrong"),
                    ServerError.ER_ACCESS_DENIED_ERROR,
                    ServerError.ER_NOT_SUPPORTED_AUTH_MODE);
        }
    }

    @Test
    void aLockedAccount(TestDatabase database) {
        try (Account account = Account.create(database)) {
            account.grant("ALL", "*");
            database.execute("ALTER USER " + account.name() + " ACCOUNT LOCK");
            assertDenied(
                    account::connect,
                    database.isMariaDb()
                            ? ServerError.ER_ACCOUNT_HAS_BEEN_LOCKED_MARIADB
                            : ServerError.ER_ACCOUNT_HAS_BEEN_LOCKED);
        }
    }

    /** MySQL refuses the connection, MariaDB the first statement. */
    @Test
    void anExpiredPassword(TestDatabase database) {
        try (Account account = Account.create(database)) {
            account.grant("ALL", "*");
            database.execute("ALTER USER " + account.name() + " PASSWORD EXPIRE");
            assertDenied(
                    () -> run(account, "SELECT 1"),
                    database.isMariaDb()
                            ? ServerError.ER_MUST_CHANGE_PASSWORD
                            : ServerError.ER_MUST_CHANGE_PASSWORD_LOGIN);
        }
    }

    @Test
    void aSchemaWithoutRights(TestDatabase database) {
        try (Account account = Account.create(database)) {
            assertDenied(account::connect, ServerError.ER_DBACCESS_DENIED_ERROR);
        }
    }

    @Test
    void aTableOrColumnWithoutRights(TestDatabase database) {
        try (Account account = Account.create(database).grant("SELECT (id)", "t")) {
            assertDenied(() -> run(account, "UPDATE t SET v = 1"), ServerError.ER_TABLEACCESS_DENIED_ERROR);
            assertDenied(() -> run(account, "INSERT INTO t VALUES (1, 1)"), ServerError.ER_TABLEACCESS_DENIED_ERROR);
            assertDenied(() -> run(account, "CREATE TABLE u (id INT)"), ServerError.ER_TABLEACCESS_DENIED_ERROR);
            assertDenied(() -> run(account, "SELECT v FROM t"), ServerError.ER_COLUMNACCESS_DENIED_ERROR);
        }
    }

    /** A locking read needs more than SELECT on MySQL; MariaDB lets anybody lock who may read. */
    @Test
    void aLockingReadWithoutTheRightToWrite(TestDatabase database) throws SQLException {
        try (Account account = Account.create(database).grant("SELECT", "t")) {
            String lockingRead = "SELECT id FROM t FOR UPDATE";
            if (database.isMariaDb()) {
                run(account, lockingRead);
            } else {
                assertDenied(() -> run(account, lockingRead), ServerError.ER_TABLEACCESS_DENIED_ERROR);
            }
        }
    }

    @Test
    void aGlobalSetting(TestDatabase database) {
        try (Account account = Account.create(database).grant("SELECT", "t")) {
            assertDenied(
                    () -> run(account, "SET GLOBAL max_connections = 99"), ServerError.ER_SPECIFIC_ACCESS_DENIED_ERROR);
        }
    }

    /** A pool keeps the SQLState and loses the number. */
    @Test
    void isFoundBehindWhatAPoolWrapsAroundIt(TestDatabase database) {
        try (Account account = Account.create(database)) {
            SQLException said = Thrown.by(() -> account.connectWith("wrong"));
            assertDenied(
                    () -> {
                        throw new SQLTransientConnectionException("not available", said.getSQLState(), said);
                    },
                    0);
        }
    }

    private static void run(Account account, String sql) throws SQLException {
        try (Connection connection = account.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    static void assertDenied(Thrown.Action action, Integer... numbers) {
        SQLException thrown = Thrown.by(action);
        StoreException failed = StoreException.of(thrown);
        assertThat(failed.code()).as("%s", failed.getMessage()).isEqualTo(ErrorCode.ACCESS_DENIED);
        assertThat(thrown.getErrorCode()).as("%s", failed.getMessage()).isIn((Object[]) numbers);
        assertThat(failed.failure()).isEqualTo(Failure.OTHER);
        assertThat(failed.failure().retryable()).isFalse();
    }
}
