package dev.rowlock.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.mysql.fixture.Answer;
import dev.rowlock.mysql.fixture.Client;
import dev.rowlock.mysql.fixture.Thrown;
import dev.rowlock.testing.Driver;
import dev.rowlock.testing.Drivers;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Names that make tables, columns and indexes, and are found again; and names that no server takes. */
@EachServer(drivers = Drivers.BOTH)
final class IdentifierOnServerTest {
    private static final List<String> STRANGE = List.of(
            "a`b",
            "`",
            "``",
            "it's",
            "say \"hi\"",
            " leading",
            "two words",
            "dot.ted",
            ".",
            "..",
            "a/b\\c",
            "50%_?",
            "?",
            ":x",
            "{x}",
            "a{b}c",
            "--",
            "-- c",
            "/* c */",
            "#",
            ";",
            "x` FROM t; DROP TABLE t; --",
            "select",
            "1",
            "ünïcödé \u20AC \u4E2D",
            "line\nbreak",
            "ü".repeat(64));

    @Test
    void everyNameWeTakeIsOneTheServerTakes(TestDatabase database) throws SQLException {
        try (Connection connection = database.connect()) {
            for (String name : STRANGE) {
                Identifier strange = new Identifier(name);
                createWriteAndFind(connection, new TableName(new Identifier(database.schema()), strange), strange);
                assertThat(TableName.parse(TableName.of(strange.name()).quoted())
                                .table())
                        .isEqualTo(strange);
            }
        }
        assertThat(database.column("SHOW TABLES")).hasSize(STRANGE.size());
    }

    /** By name in every place: table, column, index, and bound values beside them. */
    private static void createWriteAndFind(Connection connection, TableName table, Identifier column)
            throws SQLException {
        String name = column.quoted();
        try (Statement statement = connection.createStatement()) {
            statement.setEscapeProcessing(false);
            statement.execute(
                    "CREATE TABLE " + table.quoted() + " (" + name + " INT NOT NULL, KEY " + name + " (" + name + "))");
        }
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO " + table.quoted() + " (" + name + ") VALUES (?), (?)")) {
            insert.setInt(1, 41);
            insert.setInt(2, 42);
            assertThat(insert.executeUpdate()).as(name).isEqualTo(2);
        }
        try (PreparedStatement select = connection.prepareStatement("SELECT " + name + " FROM " + table.quoted()
                + " FORCE INDEX (" + name + ") WHERE " + name + " > ? ORDER BY " + name + " LIMIT ?")) {
            select.setInt(1, 41);
            select.setInt(2, 10);
            try (ResultSet row = select.executeQuery()) {
                assertThat(row.next()).as(name).isTrue();
                assertThat(row.getInt(1)).isEqualTo(42);
                assertThat(row.getMetaData().getColumnLabel(1)).isEqualTo(column.name());
            }
        }
    }

    /** Backticks quote names also where double quotes do. */
    @Test
    void ansiQuotesMakeNoDifference(TestDatabase database) throws SQLException {
        try (Client client = Client.of(database, Isolation.READ_COMMITTED)) {
            client.run("SET SESSION sql_mode = CONCAT(@@sql_mode, ',ANSI_QUOTES')");
            String table = TableName.of("say \"hi\"`").quoted();
            client.run("CREATE TABLE " + table + " (id INT)");
            assertThat(client.run("INSERT INTO " + table + " VALUES (1)")).isEqualTo(1);
        }
    }

    /** What {@link Identifier} refuses, written past it: the server does not make a table of that name either. */
    @Test
    void everyNameWeRefuseIsOneTheServerRefuses(TestDatabase database) throws SQLException {
        try (Client client = Client.of(database, Isolation.READ_COMMITTED)) {
            for (String name : new String[] {"", " ", "a ", "x".repeat(65), "a\0b"}) {
                Answer answer = client.attempt("CREATE TABLE `" + name + "` (id INT)");
                assertThat(answer.errorNumber()).as("`%s`", name).isNotZero();
            }
        }
        assertThat(database.column("SHOW TABLES")).isEmpty();
    }

    /** Why {@link Identifier} refuses such a name before a server sees it: on MySQL it would be another one. */
    @Test
    void mySqlWritesAQuestionMarkForACharacterBeyondTheBasicPlaneAndMariaDbRefusesIt(TestDatabase database)
            throws SQLException {
        try (Client client = Client.of(database, Isolation.READ_COMMITTED)) {
            Answer answer = client.attempt("CREATE TABLE `a\uD83D\uDE00b` (id INT)");
            if (database.isMariaDb()) {
                assertThat(answer.errorNumber()).isEqualTo(1300);
            } else {
                assertThat(answer.errorNumber()).isZero();
                assertThat(database.column("SHOW TABLES")).containsExactly("a?b");
            }
        }
    }

    /** Why {@link Identifier} refuses such a name, too: with Connector/J the statement is about another table. */
    @Test
    void connectorJReplacesAJdbcEscapeInsideAQuotedName(TestDatabase database) throws SQLException {
        database.execute("CREATE TABLE axb (id INT)", "INSERT INTO axb VALUES (1)");
        try (Client client = Client.of(database, Isolation.READ_COMMITTED);
                PreparedStatement select = client.connection().prepareStatement("SELECT id FROM `a{fn x}b`")) {
            if (database.driver() == Driver.CONNECTOR_J) {
                assertThat(select.executeQuery().next()).isTrue();
            } else {
                assertThat(Thrown.by(select::executeQuery).getErrorCode()).isEqualTo(ServerError.ER_NO_SUCH_TABLE);
            }
        }
    }
}
