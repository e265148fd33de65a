package dev.rowlock.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rowlock.mysql.fixture.Client;
import dev.rowlock.mysql.fixture.PoolOfOne;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.Sharing;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Somebody kills a COMMIT that waits, here for a backup to end; the connection outlives it. */
final class KilledCommitTest {
    private final AtomicInteger runs = new AtomicInteger();
    private final AtomicInteger readBacks = new AtomicInteger();

    /** Its transaction is still open with its locks: given back like that, the pool's next user would commit it. */
    @EachServer(sharing = Sharing.DEDICATED)
    void theConnectionOfAKilledCommitIsNotUsedAgain(TestDatabase database) throws Exception {
        for (CommitForm form : CommitForm.values()) {
            runs.set(0);
            readBacks.set(0);
            database.execute("DROP TABLE IF EXISTS t");
            killed(database, form);
        }
    }

    private void killed(TestDatabase database, CommitForm form) throws Exception {
        database.execute(
                "CREATE TABLE t (id INT PRIMARY KEY, owner VARCHAR(10) NOT NULL)",
                "INSERT INTO t VALUES (1, 'nobody')");
        ExecutorService killer = Executors.newSingleThreadExecutor();
        try (PoolOfOne pool = new PoolOfOne(database);
                Client backup = Client.of(database, Isolation.READ_COMMITTED)) {
            Connection first = pool.physical();

            String owner = Transactions.of(pool)
                    .commits(form)
                    .inTransaction(
                            Isolation.READ_COMMITTED,
                            connection -> {
                                boolean firstRun = runs.incrementAndGet() == 1;
                                execute(connection, "UPDATE t SET owner = 'run" + runs + "' WHERE id = 1");
                                if (firstRun) {
                                    backup.run("FLUSH TABLES WITH READ LOCK");
                                    String id = one(connection, "SELECT CONNECTION_ID()");
                                    killer.execute(() -> killTheCommit(database, backup, id));
                                }
                                return "run" + runs;
                            },
                            this::whoseIsIt);

            assertThat(owner).isEqualTo("run2");
            assertThat(runs).hasValue(2);
            assertThat(readBacks).hasValue(1);
            assertThat(first.isClosed()).isTrue();
        } finally {
            killer.shutdown();
        }
        assertThat(database.column("SELECT owner FROM t")).containsExactly("run2");
    }

    private static void killTheCommit(TestDatabase database, Client backup, String id) {
        String commits = "SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE ID = " + id
                + " AND UPPER(INFO) LIKE 'COMMIT%' AND STATE LIKE 'Waiting for %'";
        await().until(() -> database.number(commits) == 1);
        database.execute("KILL QUERY " + id);
        await().until(() -> database.number(commits) == 0); // else the lock could come before the kill
        try {
            backup.run("UNLOCK TABLES");
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private CommitVerdict whoseIsIt(Connection connection, String mine) throws SQLException {
        readBacks.incrementAndGet();
        return one(connection, "SELECT owner FROM t WHERE id = 1 FOR UPDATE").equals(mine)
                ? CommitVerdict.COMMITTED
                : CommitVerdict.NOT_COMMITTED;
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
