package dev.rowlock.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code dev/mysql} as a developer uses it, on a port of its own. */
final class DevMySqlScriptTest {
    private static final Path SCRIPT =
            Path.of(System.getProperty("rowlock.test.root", "..")).resolve("dev/mysql");

    private String port = "";

    private record Answer(int exit, String output) {}

    @BeforeEach
    void takesAFreePort() throws IOException {
        boolean available = ServerKind.MYSQL_DEV.availability().fold(() -> true, missing -> false);
        assumeTrue(available || System.getenv("CI") != null, "dev/mysql needs Debian's apt-get");
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            port = Integer.toString(socket.getLocalPort());
        }
    }

    @AfterEach
    void removesItsInstance() throws Exception {
        run("kill", "--port", port);
        assertThat(run("remove", "--port", port).exit()).isZero();
    }

    @Test
    void startsStopsAndKillsAnInstance() throws Exception {
        assertThat(run("status", "--port", port)).isEqualTo(new Answer(1, port + " stopped"));

        Answer started = run("start", "--port", port, "--", "--innodb-lock-wait-timeout=7");
        assertThat(started.exit()).isZero();
        assertThat(run("start", "--port", port)).as("started again").isEqualTo(started);
        assertThat(run("url", "--port", port)).isEqualTo(started);
        assertThat(run("status", "--port", port).output()).contains("running").contains(started.output());
        assertThat(run("client", "--port", port, "--", "-BNe", "SELECT @@innodb_lock_wait_timeout, CURRENT_USER()"))
                .isEqualTo(new Answer(0, "7\troot@127.0.0.1"));
        assertThat(run("remove", "--port", port).exit())
                .as("remove while it runs")
                .isEqualTo(1);

        run("client", "--port", port, "-e", "CREATE TABLE test.t (id INT PRIMARY KEY); INSERT INTO test.t VALUES (1)");
        assertThat(run("kill", "--port", port).exit()).isZero();
        assertThat(run("status", "--port", port).exit()).isEqualTo(1);
        assertThat(run("start", "--port", port)).as("after a crash").isEqualTo(started);
        assertThat(run("client", "--port", port, "-BNe", "SELECT id FROM test.t")
                        .output())
                .isEqualTo("1");
        assertThat(run("stop", "--port", port).exit()).isZero();
        assertThat(run("client", "--port", port, "-e", "SELECT 1").exit()).isEqualTo(1);
    }

    @Test
    void printsAUrlThatBothDriversTake() throws Exception {
        String url = run("start", "--port", port).output();
        for (java.sql.Driver driver : List.of(connectorJ(), new org.mariadb.jdbc.Driver())) {
            try (Connection connection = driver.connect(url, new Properties())) {
                assertThat(connection.isValid(5)).isTrue();
                assertThat(connection.getCatalog()).isEqualTo("test");
            }
        }
    }

    @Test
    void saysWhyTheServerDoesNotStart() throws Exception {
        Answer answer = run("start", "--port", port, "--", "--no-such-option=1");
        assertThat(answer.exit()).isEqualTo(3);
        assertThat(answer.output()).contains("unknown variable 'no-such-option=1'");
    }

    @Test
    void refusesWrongUsage() throws Exception {
        assertThat(run("begin").exit()).isEqualTo(2);
        assertThat(run("start", "--port", "many").output()).contains("a port is a number from 1 to 65535");
        assertThat(run("start", "--innodb-lock-wait-timeout=7").exit()).isEqualTo(2);
    }

    private static java.sql.Driver connectorJ() throws SQLException {
        return new com.mysql.cj.jdbc.Driver();
    }

    private static Answer run(String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(SCRIPT.toString()));
        command.addAll(List.of(words));
        Path output = Files.createTempFile("dev-mysql", ".txt");
        // A file, because the server that "start" leaves running must not keep a pipe of ours open.
        int exit = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start()
                .waitFor();
        String printed = Files.readString(output, StandardCharsets.UTF_8).strip();
        Files.delete(output);
        return new Answer(exit, printed);
    }
}
