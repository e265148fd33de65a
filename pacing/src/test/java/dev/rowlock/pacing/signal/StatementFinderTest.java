package dev.rowlock.pacing.signal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowlock.embedded.ServerKind;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.TableName;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
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

    @EachServer(only = {ServerKind.MARIADB_11_4, ServerKind.MARIADB_SYSTEM})
    void saysThatMariaDbKeepsNoHistograms(TestDatabase database) throws SQLException {
        try (Connection connection = database.connect()) {
            assertThatThrownBy(() -> new StatementFinder(connection).resolve("UPDATE orders SET status = ?"))
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining("canary write");
        }
    }
}
