package dev.rowlock.mysql.facts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.ServerError;
import dev.rowlock.mysql.fixture.Client;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The shortest wait for a row lock (facts 3.8, B7). */
@EachServer
final class LockWaitTimeoutFactsTest {
    @Test
    void mySqlMakesZeroOneAndMariaDbTakesZero(TestDatabase database) throws SQLException {
        try (Client client = Client.of(database, Isolation.READ_COMMITTED)) {
            client.run("SET SESSION innodb_lock_wait_timeout = 0");
            assertThat(client.read("SELECT @@SESSION.innodb_lock_wait_timeout"))
                    .containsExactly(database.isMariaDb() ? "0" : "1");
        }
    }

    @Test
    void anUpdateWaitsASecondOnMySqlAndNotAtAllOnMariaDb(TestDatabase database) throws SQLException {
        database.execute("CREATE TABLE t (id INT PRIMARY KEY, v INT NOT NULL)", "INSERT INTO t VALUES (1, 0)");
        try (Client holder = Client.of(database, Isolation.READ_COMMITTED);
                Client waiter = Client.of(database, Isolation.READ_COMMITTED)) {
            waiter.run("SET SESSION innodb_lock_wait_timeout = 0");
            holder.run("UPDATE t SET v = 1");
            Duration waited = Duration.ofDays(1);
            for (int attempt = 0;
                    attempt < (database.isMariaDb() ? 3 : 1);
                    attempt++) { // the shortest: others use this machine
                long start = System.nanoTime();
                assertThat(waiter.attempt("UPDATE t SET v = 2").errorNumber())
                        .isEqualTo(ServerError.ER_LOCK_WAIT_TIMEOUT);
                Duration took = Duration.ofNanos(System.nanoTime() - start);
                waited = took.compareTo(waited) < 0 ? took : waited;
            }
            if (database.isMariaDb()) {
                assertThat(waited).isLessThan(Duration.ofMillis(900));
            } else {
                assertThat(waited).isGreaterThan(Duration.ofMillis(900));
            }
        }
    }
}
