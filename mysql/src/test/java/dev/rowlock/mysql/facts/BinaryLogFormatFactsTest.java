package dev.rowlock.mysql.facts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.Failure;
import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.ServerFacts;
import dev.rowlock.mysql.fixture.Answer;
import dev.rowlock.mysql.fixture.Client;
import dev.rowlock.testing.Drivers;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A binary log of statements (facts 3.6, A10). The format is a session's own, so the server needs no change. */
@EachServer(drivers = Drivers.BOTH)
final class BinaryLogFormatFactsTest {
    private static final int ER_BINLOG_STMT_MODE_AND_ROW_ENGINE = 1665;
    private static final int ER_BINLOG_UNSAFE_STATEMENT = 1592;
    private static final String AS_STATEMENTS = "SET SESSION binlog_format = 'STATEMENT'";

    @BeforeEach
    void createsRows(TestDatabase database) {
        database.execute("CREATE TABLE t (id INT PRIMARY KEY, v INT NOT NULL)", "INSERT INTO t VALUES (1, 0), (2, 0)");
    }

    @Test
    void readCommittedCannotWrite(TestDatabase database) throws SQLException {
        try (Client client = asStatements(database, Isolation.READ_COMMITTED)) {
            Answer answer = client.attempt("UPDATE t SET v = 1 WHERE id = 1");
            assertThat(answer.errorNumber()).isEqualTo(ER_BINLOG_STMT_MODE_AND_ROW_ENGINE);
            assertThat(answer.failure()).isEqualTo(Failure.OTHER); // trying again would not help
        }
    }

    @Test
    void repeatableReadWritesAndNotesThatLimitAndSkipLockedAreUnsafe(TestDatabase database) throws SQLException {
        try (Client client = asStatements(database, Isolation.REPEATABLE_READ)) {
            client.run("UPDATE t SET v = 1 ORDER BY id LIMIT 1");
            assertThat(warnings(client)).contains(ER_BINLOG_UNSAFE_STATEMENT);
            client.run("INSERT INTO t SELECT id + 10, v FROM t WHERE id = 2 FOR UPDATE SKIP LOCKED");
            assertThat(warnings(client)).contains(ER_BINLOG_UNSAFE_STATEMENT);
        }
    }

    @Test
    void theServerIsRefusedWithTheStatementThatMendsIt(TestDatabase database) throws SQLException {
        try (Client client = asStatements(database, Isolation.REPEATABLE_READ)) {
            ServerFacts facts = ServerFacts.read(client.connection(), Clock.systemUTC());
            assertThat(facts.binaryLogFormat()).isEqualTo("STATEMENT");
            assertThatThrownBy(facts::requireSupported)
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining("SET GLOBAL binlog_format = 'ROW'")
                    .hasMessageContaining("1665");
        }
    }

    private static Client asStatements(TestDatabase database, Isolation isolation) throws SQLException {
        Client client = Client.of(database, isolation);
        client.commit(); // the format cannot change inside a transaction
        return client.runAll(AS_STATEMENTS);
    }

    private static List<Integer> warnings(Client client) throws SQLException {
        try (Statement statement = client.connection().createStatement();
                ResultSet rows = statement.executeQuery("SHOW WARNINGS")) {
            List<Integer> numbers = new ArrayList<>();
            while (rows.next()) {
                numbers.add(rows.getInt("Code"));
            }
            return numbers;
        }
    }
}
