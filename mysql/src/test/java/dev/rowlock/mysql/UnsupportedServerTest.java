package dev.rowlock.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowlock.embedded.EmbeddedServer;
import dev.rowlock.embedded.ServerKind;
import dev.rowlock.testing.Driver;
import dev.rowlock.testing.EachServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Servers on which the claim protocol cannot work. */
final class UnsupportedServerTest {
    @EachServer(only = ServerKind.MARIADB_11_4)
    void aServerThatCallsItselfTiDbIsRefused() throws SQLException {
        ServerFacts facts = factsOfAServerThatCallsItself("8.0.11-TiDB-v7.5.0");
        assertThat(facts.family()).isEqualTo(ServerFamily.TIDB);
        assertThatThrownBy(facts::requireSupported)
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("TiDB")
                .hasMessageContaining("takes no lock")
                .hasMessageContaining("MySQL 8.0+ or MariaDB 10.6+");
    }

    @EachServer(only = ServerKind.MARIADB_11_4)
    void aServerThatCallsItselfMariaDb105IsRefused() throws SQLException {
        ServerFacts facts = factsOfAServerThatCallsItself("10.5.9-MariaDB-log");
        assertThat(facts.family()).isEqualTo(ServerFamily.MARIADB);
        assertThatThrownBy(facts::requireSupported)
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("10.5.9-MariaDB-log, which has no SKIP LOCKED")
                .hasMessageContaining("MySQL 8.0+ or MariaDB 10.6+");
    }

    /** MariaDB can be told to call itself anything; it is not one of the servers that tests ran on. */
    private static ServerFacts factsOfAServerThatCallsItself(String version) throws SQLException {
        try (EmbeddedServer server = EmbeddedServer.of(ServerKind.MARIADB_11_4)
                        .options("--version=" + version)
                        .start();
                Connection connection = Driver.MARIADB.load().connect(server.jdbcUrl(""), new Properties())) {
            return ServerFacts.read(connection, Clock.systemUTC());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "MYSQL, 5.7.44-log",
        "MYSQL, 8.0.0-dmr",
        "MARIADB, 10.5.29-MariaDB",
        "MARIADB, 10.3.39-MariaDB-0+deb10u1",
        "MARIADB, 5.5.5-10.5.9-MariaDB-log",
        "TIDB, 8.0.11-TiDB-v8.5.0",
        "TIDB, 5.7.25-TiDB-v6.1.0"
    })
    void isRefused(ServerFamily family, String version) {
        assertThatThrownBy(facts(family, version, "ROW")::requireSupported)
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(version);
    }

    @ParameterizedTest
    @CsvSource({
        "MYSQL, 8.0.1",
        "MYSQL, 8.0.36-28",
        "MYSQL, 8.4.3",
        "MYSQL, 9.7.4-2",
        "MARIADB, 10.6.0-MariaDB",
        "MARIADB, 10.11.19-MariaDB-0+deb12u1-log",
        "MARIADB, 5.5.5-10.11.6-MariaDB-log",
        "MARIADB, 11.4.5-MariaDB-log"
    })
    void isTaken(ServerFamily family, String version) {
        ServerFacts facts = facts(family, version, "MIXED");
        assertThat(facts.requireSupported()).isSameAs(facts);
    }

    @Test
    void aBinaryLogOfStatementsIsRefusedOnlyWhereThereIsABinaryLog() {
        assertThatThrownBy(facts(ServerFamily.MYSQL, "8.4.3", "STATEMENT")::requireSupported)
                .isInstanceOf(ConfigurationException.class);
        ServerFacts none = facts(ServerFamily.MYSQL, "8.4.3", "");
        assertThat(none.requireSupported()).isSameAs(none);
    }

    /** Facts of a server that is not here; no format means no binary log. */
    private static ServerFacts facts(ServerFamily family, String version, String binaryLogFormat) {
        return new ServerFacts(
                family,
                ServerVersion.parse(version),
                "REPEATABLE-READ",
                !binaryLogFormat.isEmpty(),
                binaryLogFormat.isEmpty() ? "STATEMENT" : binaryLogFormat,
                false,
                1 << 26,
                false,
                Duration.ofSeconds(50),
                true,
                "UTC",
                Duration.ZERO,
                "root@localhost",
                Optional.empty(),
                1,
                List.of());
    }
}
