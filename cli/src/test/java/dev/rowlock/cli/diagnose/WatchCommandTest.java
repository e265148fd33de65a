package dev.rowlock.cli.diagnose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rowlock.cli.Output;
import dev.rowlock.cli.fixture.CommandProcess;
import dev.rowlock.cli.fixture.CommandRun;
import dev.rowlock.embedded.ServerKind;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.Sharing;
import dev.rowlock.testing.TestDatabase;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;

final class WatchCommandTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Pattern METRICS = Pattern.compile("metrics at http://127\\.0\\.0\\.1:(\\d+)/metrics");

    @TempDir
    private Path folder;

    @EachServer
    void tellsEachDeadlockOnceWithHistoryAndMetricAndEndsOnSigterm(TestDatabase database) throws Exception {
        CollidingUpdates.createTable(database);
        try (CommandProcess watch = CommandProcess.start(
                folder,
                environment(database),
                "deadlocks",
                "--watch",
                "--every",
                "100ms",
                "--json",
                "--mask",
                "--history",
                database.schema(),
                "--create-history",
                "--metrics-port",
                "0")) {
            await().atMost(PATIENCE).until(() -> watch.output().contains("watching for deadlocks"));
            CollidingUpdates.deadlock(database);
            await().atMost(PATIENCE)
                    .until(() -> database.number("SELECT COUNT(*) FROM rowlock_deadlock WHERE statements LIKE"
                                    + " '%UPDATE stock SET note = ?%'")
                            == 1);
            await().atMost(PATIENCE)
                    .until(() -> metrics(watch)
                            .contains("rowlock_deadlocks_total{statements=\"UPDATE stock SET note = ? WHERE id = ? <>"
                                    + " UPDATE stock SET note = ? WHERE id = ?\",victim_side=\"unknown\"} 1"));
            assertThat(metrics(watch)).contains("rowlock_deadlocks_unseen_total 0", "text/plain; version=0.0.4");
            watch.signal("TERM");
            assertThat(watch.exitCode()).isZero();
            List<JsonNode> deadlocks = events(watch, "deadlock");
            assertThat(deadlocks).hasSize(1);
            assertThat(deadlocks.get(0).get("transactions")).hasSize(2);
            List<JsonNode> summaries = events(watch, "summary");
            assertThat(summaries).hasSize(1);
            assertThat(summaries.get(0).get("ended").asText()).isEqualTo("ended by SIGTERM");
            assertThat(summaries.get(0).get("seen").intValue()).isEqualTo(1);
            assertThat(summaries.get(0).get("unseen").intValue()).isZero();
            assertThat(watch.output()).doesNotContain("secret");
        }
        assertThat(database.text("SELECT GROUP_CONCAT(details) FROM rowlock_deadlock"))
                .contains("\"victim\"")
                .doesNotContain("secret");
    }

    @EachServer(
            sharing = Sharing.DEDICATED,
            only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_SYSTEM})
    void survivesTheDeathOfItsServer(TestDatabase database) throws Exception {
        CollidingUpdates.createTable(database);
        try (CommandProcess watch = CommandProcess.start(
                folder, environment(database), "deadlocks", "--watch", "--every", "100ms", "--mask")) {
            await().atMost(PATIENCE).until(() -> watch.output().contains("watching for deadlocks"));
            CollidingUpdates.deadlock(database);
            await().atMost(PATIENCE).until(() -> watch.output().contains("Deadlock at"));
            database.server().kill();
            await().atMost(PATIENCE).until(() -> watch.output().contains("the server cannot be looked at"));
            database.server().restart();
            await().atMost(PATIENCE).until(() -> watch.output().contains("this sample is dropped"));
            CollidingUpdates.deadlock(database);
            await().atMost(PATIENCE).until(() -> watch.output().split("Deadlock at", -1).length == 3);
            watch.signal("TERM");
            assertThat(watch.exitCode()).isZero();
            assertThat(watch.output())
                    .contains("the server answers again")
                    .contains("2 deadlocks seen, 0 counted by the server and not seen")
                    .doesNotContain("\tat ");
        }
    }

    @EachServer(only = ServerKind.MYSQL_DEV)
    void endsByItself(TestDatabase database) {
        CommandRun run = CommandRun.run(environment(database), "deadlocks", "--watch", "--seconds", "1");
        assertThat(run.endedWith(0).out()).contains("Watched for 1 s (time is up): 0 deadlocks seen");
    }

    @EachServer(only = ServerKind.MYSQL_DEV)
    void saysWhatIsWrongAtOnce(TestDatabase database) {
        Map<String, String> environment = environment(database);
        CommandRun.run(environment, "deadlocks", "--watch", "--history", database.schema())
                .endedWith(2)
                .saying("--create-history", "CREATE TABLE");
        CommandRun.run(environment, "deadlocks", "--watch", "--create-history")
                .endedWith(2)
                .saying("--history SCHEMA");
        CommandRun.run(environment, "deadlocks", "--watch", "some.log")
                .endedWith(2)
                .saying("not at a file");
        CommandRun.run(environment, "deadlocks", "--watch", "--every", "1ms")
                .endedWith(2)
                .saying("100ms");
        CommandRun.run(environment, "deadlocks", "--watch", "--keep", "1s", "--history", "x")
                .endedWith(2)
                .saying("90d");
        CommandRun.run(environment, "deadlocks", "--seconds", "1").endedWith(2).saying("--watch");
        CommandRun.run(Map.of("ROWLOCK_URL", "jdbc:mysql://127.0.0.1:1/x"), "deadlocks", "--watch")
                .endedWith(3);
    }

    private static Map<String, String> environment(TestDatabase database) {
        return Map.of("ROWLOCK_URL", database.url());
    }

    private static List<JsonNode> events(CommandProcess watch, String event) {
        return watch.output()
                .lines()
                .filter(line -> line.startsWith("{\"event\":\"" + event + "\""))
                .map(WatchCommandTest::json)
                .toList();
    }

    private static JsonNode json(String line) {
        try {
            return Output.mapper().readTree(line);
        } catch (IOException e) {
            throw new AssertionError(line, e);
        }
    }

    private static String metrics(CommandProcess watch) throws IOException {
        Matcher port = METRICS.matcher(watch.output());
        assertThat(port.find()).as(watch.output()).isTrue();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(port.group(1)))) {
            socket.getOutputStream()
                    .write("GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
