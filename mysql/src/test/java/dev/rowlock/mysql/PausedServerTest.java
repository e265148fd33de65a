package dev.rowlock.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.mysql.fixture.Client;
import dev.rowlock.testing.Connections;
import dev.rowlock.testing.Drivers;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.Sharing;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** The server stands still (SIGSTOP) while a client waits for its COMMIT, until the client gives up (facts 3.3, 8). */
final class PausedServerTest {
    private static final RetryPolicy PATIENT =
            new RetryPolicy(3, Duration.ofMillis(5), Duration.ofMillis(50), Duration.ofSeconds(30));

    private static final int GIVES_UP_AFTER_MILLIS = 700;

    private final AtomicInteger runs = new AtomicInteger();
    private final AtomicInteger openedSincePause = new AtomicInteger(-1);

    /**
     * The COMMIT lies in the server's socket and is carried out when the server goes on, although its client is gone. The locking read-back
     * waits for that: first for the server, then for the row, and tells the truth.
     */
    @EachServer(drivers = Drivers.BOTH, sharing = Sharing.DEDICATED)
    void aCommitThatTheClientGaveUpIsFoundCommittedWhenTheServerGoesOn(TestDatabase database) {
        database.execute(
                "CREATE TABLE t (id INT PRIMARY KEY, owner VARCHAR(10) NOT NULL)",
                "INSERT INTO t VALUES (1, 'nobody')");

        String owner = Transactions.of(connections(database))
                .retry(PATIENT)
                .inTransaction(
                        Isolation.READ_COMMITTED,
                        connection -> {
                            runs.incrementAndGet();
                            execute(connection, "UPDATE t SET owner = 'mine' WHERE id = 1");
                            connection.setNetworkTimeout(Runnable::run, GIVES_UP_AFTER_MILLIS);
                            database.server().pause();
                            openedSincePause.set(0);
                            return "mine";
                        },
                        PausedServerTest::whoseIsIt);

        assertThat(owner).isEqualTo("mine");
        assertThat(runs).hasValue(1);
        assertThat(openedSincePause).hasValue(2);
        assertThat(database.column("SELECT owner FROM t")).containsExactly("mine");
    }

    /** The first read-back meets the server that stands still and gives up; before the second one the server goes on. */
    private Connections connections(TestDatabase database) {
        return () -> {
            if (openedSincePause.get() < 0) {
                return Client.connect(database, database.url());
            }
            if (openedSincePause.incrementAndGet() == 1) {
                return Client.connect(
                        database,
                        database.url() + "&socketTimeout=" + GIVES_UP_AFTER_MILLIS + "&connectTimeout="
                                + GIVES_UP_AFTER_MILLIS);
            }
            database.server().resume();
            return Client.connect(database, database.url());
        };
    }

    private static CommitVerdict whoseIsIt(Connection connection, String mine) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT owner FROM t WHERE id = 1 FOR UPDATE")) {
            row.next();
            return row.getString(1).equals(mine) ? CommitVerdict.COMMITTED : CommitVerdict.NOT_COMMITTED;
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
