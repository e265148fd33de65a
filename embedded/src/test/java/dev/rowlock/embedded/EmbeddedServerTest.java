package dev.rowlock.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class EmbeddedServerTest {
    @TempDir(factory = OnTheDiskOfTheBuild.class)
    Path folder;

    @ParameterizedTest
    @EnumSource
    void startsOnTheLoopbackAddressWithDefaultDurability(ServerKind kind) throws SQLException {
        try (EmbeddedServer server = EmbeddedServer.of(kind).start()) {
            assertThat(
                            Question.ask(
                                    server,
                                    "SELECT CONCAT_WS(' ', IF(@@log_bin, 1, 0), @@sync_binlog, @@innodb_flush_log_at_trx_commit, @@bind_address)"))
                    .isEqualTo("1 1 1 127.0.0.1");
            assertThat(Question.ask(server, "SELECT VERSION()")).isEqualTo(server.version());
        }
    }

    @ParameterizedTest
    @EnumSource
    void givesAUrlThatBothDriversTake(ServerKind kind) throws SQLException {
        try (EmbeddedServer server = EmbeddedServer.of(kind).start()) {
            for (java.sql.Driver driver : new java.sql.Driver[] {connectorJ(), new org.mariadb.jdbc.Driver()}) {
                try (Connection connection = driver.connect(server.jdbcUrl("test"), new Properties())) {
                    assertThat(connection).isNotNull();
                    assertThat(connection.isValid(5)).isTrue();
                }
            }
        }
    }

    private static java.sql.Driver connectorJ() throws SQLException {
        return new com.mysql.cj.jdbc.Driver();
    }

    @ParameterizedTest
    @EnumSource
    void keepsWhatWasCommittedWhenItIsKilled(ServerKind kind) throws SQLException {
        try (EmbeddedServer server = EmbeddedServer.of(kind).start()) {
            Question.execute(server, "CREATE TABLE t (id INT PRIMARY KEY)", "INSERT INTO t VALUES (1)");
            int port = server.port();
            server.kill();
            assertThat(server.isRunning()).isFalse();
            server.restart();
            assertThat(server.port()).isEqualTo(port);
            assertThat(Question.ask(server, "SELECT COUNT(*) FROM t")).isEqualTo("1");
        }
    }

    @Test
    void answersNobodyWhilePausedAndEverybodyAfterwards() throws SQLException {
        try (EmbeddedServer server =
                        EmbeddedServer.of(ServerKind.MARIADB_SYSTEM).start();
                Connection connection =
                        new org.mariadb.jdbc.Driver().connect(server.jdbcUrl("test"), new Properties())) {
            server.pause();
            connection.setNetworkTimeout(
                    Runnable::run, (int) Duration.ofMillis(200).toMillis());
            assertThat(connection.isValid(1)).isFalse();
            server.resume();
            assertThat(Question.ask(server, "SELECT 1")).isEqualTo("1");
        }
    }

    @Test
    void keepsNamedDataBetweenStarts() throws Exception {
        try (EmbeddedServer server =
                EmbeddedServer.of(ServerKind.MARIADB_SYSTEM).data(folder).start()) {
            Question.execute(server, "CREATE TABLE t (id INT PRIMARY KEY)", "INSERT INTO t VALUES (5)");
        }
        try (EmbeddedServer server =
                EmbeddedServer.of(ServerKind.MARIADB_SYSTEM).data(folder).start()) {
            assertThat(Question.ask(server, "SELECT id FROM t")).isEqualTo("5");
        }
    }

    @Test
    void refusesTheDataOfAnotherKindOfServer() {
        EmbeddedServer.of(ServerKind.MARIADB_SYSTEM).data(folder).start().close();
        EmbeddedServerBuilder other = EmbeddedServer.of(ServerKind.MYSQL_8_0).data(folder);
        assertThatThrownBy(other::start)
                .isInstanceOf(EmbeddedServerException.class)
                .hasMessageContaining("was made by MARIADB_SYSTEM, not by MYSQL_8_0");
    }

    @Test
    void deletesTemporaryDataWhenItEnds() {
        EmbeddedServer server = EmbeddedServer.of(ServerKind.MARIADB_SYSTEM).start();
        assertThat(server.folder()).isDirectory();
        server.close();
        server.close();
        assertThat(server.folder()).doesNotExist();
        assertThatThrownBy(server::restart).hasMessageContaining("is closed");
    }

    @Test
    void saysWhatTheServerSaidWhenItDoesNotStart() {
        EmbeddedServerBuilder builder = EmbeddedServer.of(ServerKind.MYSQL_8_0).options("--no-such-option=1");
        assertThatThrownBy(builder::start)
                .isInstanceOf(EmbeddedServerException.class)
                .hasMessageContaining("unknown variable 'no-such-option=1'");
    }

    @ParameterizedTest
    @EnumSource
    void saysSoWhenItsPortIsTaken(ServerKind kind) {
        try (EmbeddedServer first = EmbeddedServer.of(ServerKind.MARIADB_SYSTEM).start()) {
            EmbeddedServerBuilder second = EmbeddedServer.of(kind).port(first.port());
            assertThatThrownBy(second::start)
                    .isInstanceOf(EmbeddedServerException.class)
                    .hasMessageContaining("Do you already have another")
                    .hasMessageContaining("port: " + first.port());
        }
    }

    @Test
    void prefersMySql() {
        try (EmbeddedServer server = EmbeddedServer.preferred().start()) {
            assertThat(server.version()).isEqualTo("8.0.31");
        }
    }
}
