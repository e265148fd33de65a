package dev.rowlock.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowlock.embedded.ServerKind;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

final class DedicatedServerTest {
    @EachServer(sharing = Sharing.DEDICATED)
    void aKilledServerComesBackWithWhatWasCommitted(TestDatabase database) throws SQLException {
        database.execute("CREATE TABLE t (id INT PRIMARY KEY)", "INSERT INTO t VALUES (1)");
        try (Connection connection = database.connect()) {
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                statement.executeUpdate("INSERT INTO t VALUES (2)");
            }
            database.server().kill();
            assertThatThrownBy(connection::commit).isInstanceOf(SQLException.class);
        }
        database.server().restart();
        assertThat(database.column("SELECT id FROM t")).containsExactly("1");
    }

    @EachServer(sharing = Sharing.DEDICATED)
    void aPausedServerAnswersAfterItIsResumed(TestDatabase database) throws SQLException {
        try (Connection connection = database.connect()) {
            database.server().pause();
            assertThat(connection.isValid(1)).isFalse();
        }
        database.server().resume();
        assertThat(database.number("SELECT 1")).isEqualTo(1);
    }

    @EachServer(sharing = Sharing.DEDICATED)
    void aTestMayEndWhileItsServerIsPaused(TestDatabase database) {
        database.server().pause();
        assertThat(database.server().isRunning()).isFalse();
    }

    @EachServer(sharing = Sharing.DEDICATED, options = "--innodb-lock-wait-timeout=7", only = ServerKind.MARIADB_SYSTEM)
    void optionsReachTheServer(TestDatabase database) {
        assertThat(database.number("SELECT @@global.innodb_lock_wait_timeout")).isEqualTo(7);
    }

    @EachServer(only = ServerKind.MARIADB_SYSTEM)
    void aSharedServerIsNotGivenOut(TestDatabase database) {
        assertThatThrownBy(database::server)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Sharing.DEDICATED");
    }
}
