package dev.rowlock.mysql.facts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.fixture.Client;
import dev.rowlock.testing.Driver;
import dev.rowlock.testing.Drivers;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.LocalDateTime;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of fractions of a second on their way into a column (facts 3.7). */
@EachServer(drivers = Drivers.BOTH)
final class TimeFactsTest {
    private static final String HALF_PAST = "2024-01-01 00:00:00.5";

    @BeforeEach
    void createsATable(TestDatabase database) {
        database.execute("CREATE TABLE t (seconds DATETIME NOT NULL, micros DATETIME(6) NOT NULL)");
    }

    /** Facts 3.7 hold for MySQL: a job is due up to half a second in the future. MariaDB cuts the fraction off. */
    @Test
    void aDatetimeWithoutFractionRoundsUpOnMySqlAndDownOnMariaDb(TestDatabase database) {
        database.execute("INSERT INTO t VALUES ('" + HALF_PAST + "', '" + HALF_PAST + "')");
        assertThat(database.column("SELECT CAST(seconds AS CHAR) FROM t"))
                .containsExactly(database.isMariaDb() ? "2024-01-01 00:00:00" : "2024-01-01 00:00:01");
    }

    /** So neither can be relied on: the client's or the server's configuration decides. */
    @Test
    void theSqlModeTurnsItRound(TestDatabase database) throws SQLException {
        String mode = database.isMariaDb() ? "TIME_ROUND_FRACTIONAL" : "TIME_TRUNCATE_FRACTIONAL";
        try (Client client = Client.of(database, Isolation.READ_COMMITTED)) {
            client.run("SET SESSION sql_mode = CONCAT(@@sql_mode, '," + mode + "')");
            client.run("INSERT INTO t VALUES ('" + HALF_PAST + "', '" + HALF_PAST + "')");
            assertThat(client.read("SELECT CAST(seconds AS CHAR) FROM t"))
                    .containsExactly(database.isMariaDb() ? "2024-01-01 00:00:01" : "2024-01-01 00:00:00");
        }
    }

    /**
     * Connector/J takes the fraction off bound times where the server's greeting begins with {@code 5.5.5-}, which MariaDB before 11
     * puts before its version for old replication clients: it then takes the server for a MySQL 5.5.
     */
    @Test
    void aBoundTimeKeepsItsMicrosecondsExceptWithConnectorJOnMariaDb10(TestDatabase database) throws SQLException {
        boolean lost =
                database.driver() == Driver.CONNECTOR_J && database.version().startsWith("10.");
        LocalDateTime time = LocalDateTime.parse("2024-01-01T00:00:00.123456");
        for (Object value : new Object[] {time, Timestamp.valueOf(time)}) {
            database.execute("DELETE FROM t");
            insert(database, value);
            assertThat(database.column("SELECT CAST(micros AS CHAR) FROM t"))
                    .containsExactly("2024-01-01 00:00:00." + (lost ? "000000" : "123456"));
        }
    }

    /** Text keeps its fraction with every driver, and so do times the server computes itself. */
    @Test
    void aTimeBoundAsTextKeepsItsMicroseconds(TestDatabase database) throws SQLException {
        insert(database, "2024-01-01 00:00:00.123456");
        assertThat(database.column("SELECT CAST(micros AS CHAR) FROM t")).containsExactly("2024-01-01 00:00:00.123456");
    }

    private static void insert(TestDatabase database, Object value) throws SQLException {
        try (Connection connection = database.connect();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, ?)")) {
            insert.setObject(1, value);
            insert.setObject(2, value);
            insert.executeUpdate();
        }
    }
}
