package dev.rowlock.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.Sharing;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;

/** The server goes away in the middle of a transaction. */
final class RestartTest {
    private final AtomicInteger runs = new AtomicInteger();

    @EachServer(sharing = Sharing.DEDICATED)
    void aTransactionThatLosesItsServerRunsAgainOnTheNextOne(TestDatabase database) {
        database.execute("CREATE TABLE t (id INT PRIMARY KEY, v INT NOT NULL)", "INSERT INTO t VALUES (1, 0), (2, 0)");

        Transactions.of(database.dataSource()).inTransaction(Isolation.READ_COMMITTED, connection -> {
            add(connection, 1);
            if (runs.incrementAndGet() == 1) {
                database.server().restart();
            }
            return add(connection, 2);
        });

        assertThat(runs).hasValue(2);
        assertThat(database.column("SELECT v FROM t ORDER BY id")).containsExactly("1", "1");
    }

    private static int add(Connection connection, int id) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.executeUpdate("UPDATE t SET v = v + 1 WHERE id = " + id);
        }
    }
}
