package dev.rowlock.pacing.signal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.rowlock.embedded.ServerKind;
import dev.rowlock.mysql.CommitForm;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.TableName;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.testing.Drivers;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

final class StatementFinderTest {
    @EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MYSQL_8_0})
    void findsTheWritersOfATableAndNothingElse(TestDatabase database) throws SQLException {
        String other = database.schema() + "_other";
        database.execute(
                "CREATE TABLE orders (id INT PRIMARY KEY, status VARCHAR(16))",
                "CREATE TABLE orders_old (id INT PRIMARY KEY, status VARCHAR(16))",
                "UPDATE orders SET status = 'PAID' WHERE id = 1",
                "UPDATE orders SET status = 'PAID' WHERE id = 2",
                "UPDATE orders SET status = 'PAID' WHERE id = 3",
                "DELETE FROM orders WHERE id = 4",
                "DELETE FROM orders WHERE id = 5",
                "INSERT INTO orders (id) VALUES (9)",
                "UPDATE orders SET status = 'OVERDUE' WHERE id BETWEEN 1 AND 500 AND status = 'PENDING'",
                "SELECT * FROM orders",
                "UPDATE orders_old SET status = (SELECT MAX(status) FROM orders)",
                "INSERT INTO orders_old SELECT * FROM orders WHERE id = 77");
        database.execute(
                "CREATE DATABASE `" + other + "`",
                "CREATE TABLE `" + other + "`.orders (id INT PRIMARY KEY)",
                "DELETE FROM `" + other + "`.orders",
                "DROP DATABASE `" + other + "`");
        try (Connection connection = database.connect()) {
            StatementFinder finder = new StatementFinder(connection);
            String batch = finder.digestOf(
                            "UPDATE orders SET status = :to WHERE id BETWEEN :from AND :until AND status = 'PENDING'")
                    .orElseThrow();
            List<StatementKey> writers = finder.writersOf(TableName.of("orders"), Set.of(batch), 10);
            assertThat(writers)
                    .extracting(StatementKey::label)
                    .containsExactly(
                            "UPDATE orders SET STATUS = ? WHERE id = ?",
                            "DELETE FROM orders WHERE id = ?",
                            "INSERT INTO orders ( id ) VALUES (?)");
            assertThat(finder.writersOf(TableName.of("orders"), Set.of(), 2)).hasSize(2);
            assertThat(finder.writersOf(TableName.parse(database.schema() + ".orders"), Set.of(batch), 10))
                    .isEqualTo(writers);
        }
    }

    @EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MYSQL_8_0})
    void resolvesAStatementHoweverItsParametersAreWritten(TestDatabase database) throws SQLException {
        database.execute(
                "CREATE TABLE orders (id INT PRIMARY KEY, status VARCHAR(16), note VARCHAR(99))",
                "UPDATE orders SET status = 'PAID', note = 'was it?' WHERE id IN (1, 2, 3)");
        try (Connection connection = database.connect()) {
            StatementFinder finder = new StatementFinder(connection);
            StatementKey key = finder.resolve("UPDATE orders SET status = ?, note = ? WHERE id IN (?, ?)");
            assertThat(key.schema()).contains(database.schema());
            assertThat(finder.resolve("update orders set status = :status, note = 'was it?' where id in (:a, :b)"))
                    .isEqualTo(key);
            assertThat(finder.resolve(key.digest())).isEqualTo(key);
            assertThat(finder.resolve(key.text())).isEqualTo(key);
            assertThatThrownBy(() -> finder.resolve("UPDATE orders SET note = ? WHERE note = ?"))
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining("has not run the statement");
            assertThatThrownBy(() -> finder.resolve("make orders paid"))
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining("cannot read the statement: make orders paid");
        }
    }

    /** Drivers send COMMIT, in whatever case; ours is another statement, and so is what ends a transaction on the way. */
    @EachServer(
            drivers = Drivers.BOTH,
            only = {ServerKind.MYSQL_DEV, ServerKind.MYSQL_8_0})
    void commitsOfOthersAreFoundAndThoseOfABatchAreNot(TestDatabase database) throws Exception {
        database.execute("CREATE TABLE orders (id INT PRIMARY KEY, status VARCHAR(16))");
        Transactions batch = Transactions.of(database.dataSource()).commits(CommitForm.APART);
        inTransactions(batch, 3);
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("UPDATE orders SET status = 'PAID' WHERE id = 1");
            connection.setAutoCommit(true); // ends the transaction, and is no COMMIT to the server
            StatementFinder finder = new StatementFinder(connection);
            assertThat(finder.commitsIn(database.schema(), Duration.ofMinutes(5)))
                    .isEmpty();

            connection.setAutoCommit(false);
            statement.execute("UPDATE orders SET status = 'PAID' WHERE id = 1");
            connection.commit();
            connection.setAutoCommit(true);
            statement.execute("BEGIN");
            statement.execute("commit /* by hand */;");
            StatementKey commits = await().until(
                            () -> finder.commitsIn(database.schema(), Duration.ofMinutes(5)), Optional::isPresent)
                    .orElseThrow();
            assertThat(commits.schema()).contains(database.schema());
            assertThat(commits.text()).isEqualTo("COMMIT");
            assertThat(finder.commitsIn("no_such_schema", Duration.ofMinutes(5)))
                    .isEmpty();
            await().until(() -> count(database, commits) == 2);

            try (StatementLatency signal = StatementLatency.ofCommits(database.dataSource(), commits)) {
                assertThat(signal.name()).isEqualTo("p99(online COMMIT in " + database.schema() + ")");
                Read read = new Read(signal);
                assertThat(read.staleReason()).contains("first time");
                inTransactions(batch, 5);
                inTransactions(Transactions.of(database.dataSource()), 7);
                await().until(() -> count(database, commits) == 9);
                assertThat(read.latencies().total()).isEqualTo(7);
            }
        }
    }

    private static long count(TestDatabase database, StatementKey key) {
        return database.number("SELECT COUNT_STAR FROM performance_schema.events_statements_summary_by_digest"
                + " WHERE SCHEMA_NAME = '" + database.schema() + "' AND DIGEST = '" + key.digest() + "'");
    }

    private static void inTransactions(Transactions transactions, int times) {
        for (int i = 0; i < times; i++) {
            transactions.inTransaction(Isolation.READ_COMMITTED, connection -> {
                try (Statement statement = connection.createStatement()) {
                    return statement.executeUpdate("UPDATE orders SET status = 'PAID' WHERE id = 1");
                }
            });
        }
    }

    @EachServer(only = {ServerKind.MARIADB_11_4, ServerKind.MARIADB_SYSTEM})
    void saysThatMariaDbKeepsNoHistograms(TestDatabase database) throws SQLException {
        try (Connection connection = database.connect()) {
            assertThatThrownBy(() -> new StatementFinder(connection).resolve("UPDATE orders SET status = ?"))
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining("canary write");
        }
    }
}
