package dev.rowlock.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.mysql.fixture.Thrown;
import dev.rowlock.testing.Account;
import dev.rowlock.testing.Connections;
import dev.rowlock.testing.Drivers;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.Sharing;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;

/** The server or the account has as many connections as it may have: worth another try. */
final class TooManyConnectionsTest {
    @EachServer(
            drivers = Drivers.BOTH,
            sharing = Sharing.DEDICATED,
            options = {"--max-connections=10", "--max-user-connections=6"})
    void refusedConnectionsAreConnectionFailuresAndTriedAgain(TestDatabase database) throws SQLException {
        Deque<Connection> held = new ArrayDeque<>();
        try (Account account = Account.create(database).grant("ALL", "*")) {
            assertThat(connectUntilRefused(account, held)).isEqualTo(ServerError.ER_TOO_MANY_USER_CONNECTIONS);
            assertThat(held).hasSize(6);
            database.execute("SET GLOBAL max_user_connections = 0");
            assertThat(connectUntilRefused(account, held)).isEqualTo(ServerError.ER_CON_COUNT_ERROR);

            AtomicInteger opened = new AtomicInteger();
            Connections full = () -> {
                if (opened.incrementAndGet() == 2) {
                    held.pop().close();
                }
                return account.connect();
            };
            int answer = Transactions.of(full)
                    .retry(new RetryPolicy(100, Duration.ofMillis(5), Duration.ofMillis(100), Duration.ZERO))
                    .inTransaction(Isolation.READ_COMMITTED, connection -> 42);
            assertThat(answer).isEqualTo(42);
            assertThat(opened).hasValueGreaterThanOrEqualTo(2);
        } finally {
            for (Connection connection : held) {
                connection.close();
            }
        }
    }

    /** Returns the number of the refusal. */
    private static int connectUntilRefused(Account account, Deque<Connection> held) {
        SQLException refused = Thrown.by(() -> {
            for (int more = 0; more < 20; more++) {
                held.push(account.connect());
            }
        });
        assertThat(Failure.of(refused))
                .as("%s", StoreException.describe(refused))
                .isEqualTo(Failure.CONNECTION);
        assertThat(StoreException.of(refused).code()).isEqualTo(ErrorCode.UNREACHABLE);
        return refused.getErrorCode();
    }
}
