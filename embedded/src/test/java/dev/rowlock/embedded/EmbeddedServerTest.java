package dev.rowlock.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class EmbeddedServerTest {
    @ParameterizedTest
    @EnumSource
    void startsWithDefaultDurability(ServerKind kind) throws SQLException {
        try (EmbeddedServer server = EmbeddedServer.of(kind).start();
                Connection connection = DriverManager.getConnection(server.jdbcUrl("test"));
                Statement statement = connection.createStatement();
                ResultSet settings = statement.executeQuery(
                        "SELECT @@log_bin, @@sync_binlog, @@innodb_flush_log_at_trx_commit, @@bind_address")) {
            assertThat(settings.next()).isTrue();
            assertThat(settings.getInt(1)).isEqualTo(1);
            assertThat(settings.getInt(2)).isEqualTo(1);
            assertThat(settings.getInt(3)).isEqualTo(1);
            assertThat(settings.getString(4)).isEqualTo("127.0.0.1");
        }
    }
}
