package dev.rowlock.cli.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rowlock.cli.fixture.CommandProcess;
import dev.rowlock.cli.fixture.CommandRun;
import dev.rowlock.embedded.ServerKind;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code rowlock work}: programs for jobs. */
@EachServer(only = ServerKind.MYSQL_DEV)
final class QueueWorkCommandTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    private static CommandRun work(TestDatabase database, String command, String... more) {
        List<String> all = new ArrayList<>(List.of("work", "mails", "--exec", command, "--until-empty"));
        all.addAll(List.of(more));
        return Rowlock.run(database, all.toArray(String[]::new));
    }

    private static long files(Path folder, String suffix) throws IOException {
        try (var names = Files.list(folder)) {
            return names.filter(name -> name.toString().endsWith(suffix)).count();
        }
    }

    @Test
    void theProgramGetsPayloadAndEnvironment(TestDatabase database) throws IOException {
        Rowlock.run(database, "migrate").endedWith(0);
        String id = Rowlock.run(
                        database,
                        "enqueue",
                        "mails",
                        "welcome",
                        "héllo\nyou",
                        "--new-queue",
                        "--header",
                        "trace-id=t 1",
                        "--header",
                        "path=/evil",
                        "--max-attempts",
                        "4",
                        "--json")
                .json()
                .get("id")
                .asText();
        CommandRun run = work(database, "cat > " + folder + "/in; env > " + folder + "/env")
                .endedWith(0);
        assertThat(run.out()).contains("the queue is empty: done 1, failed 0");
        assertThat(Files.readString(folder.resolve("in"))).isEqualTo("héllo\nyou");
        assertThat(Files.readString(folder.resolve("env")).lines())
                .contains(
                        "ROWLOCK_QUEUE=mails",
                        "ROWLOCK_KIND=welcome",
                        "ROWLOCK_ID=" + id,
                        "ROWLOCK_ATTEMPT=1",
                        "ROWLOCK_MAX_ATTEMPTS=4",
                        "ROWLOCK_HEADER_TRACE_ID=t 1",
                        "ROWLOCK_HEADER_PATH=/evil",
                        "ROWLOCK_HEADERS={\"path\":\"/evil\",\"trace-id\":\"t 1\"}")
                .anyMatch(line -> line.startsWith("ROWLOCK_TOKEN="))
                .doesNotContain("PATH=/evil");
        assertThat(Rowlock.run(database, "jobs", "show", id, "--json")
                        .json()
                        .get("state")
                        .asText())
                .isEqualTo("done");
    }

    @Test
    void exitCodesDecide(TestDatabase database) {
        List<String> ids = Rowlock.mails(database, "0", "65", "75", "3", "kill -9 $$");
        CommandRun run = work(
                        database,
                        "read -r code; echo first; echo said $code; case $code in kill*) eval \"$code\";; *) exit $code;; esac",
                        "--retry",
                        "1h..2h",
                        "--json")
                .endedWith(0);
        JsonNode summary = run.json();
        assertThat(List.of(
                        summary.get("done").asInt(),
                        summary.get("dead").asInt(),
                        summary.get("snoozed").asInt(),
                        summary.get("failed").asInt()))
                .containsExactly(1, 1, 1, 2);
        assertThat(ids.stream()
                        .map(id -> Rowlock.run(database, "jobs", "show", id, "--json")
                                .json())
                        .map(job -> job.get("state").asText() + " "
                                + job.get("failedAttempts").asInt() + " "
                                + job.get("failures").findValuesAsText("reason")))
                .containsExactly(
                        "done 0 []",
                        "dead 1 [exit code 65: first / said 65]",
                        "delayed 0 []",
                        "delayed 1 [exit code 3: first / said 3]",
                        "delayed 1 [killed by signal 9: first / said kill -9 $$]");
        assertThat(run.out()).contains("\"event\":\"given-up\"", "exit code 3");
    }

    @Test
    void aProgramThatTakesTooLongFails(TestDatabase database) {
        List<String> ids = Rowlock.mails(database, "x");
        work(database, "echo begun; sleep 60", "--timeout", "300ms", "--retry", "1h")
                .endedWith(0);
        assertThat(Rowlock.run(database, "jobs", "show", ids.get(0)).out()).contains("ran longer than PT0.3S: begun");
    }

    @Test
    void aProgramThatIsNotThereCostsNoAttempt(TestDatabase database) {
        Rowlock.mails(database, "x", "y");
        work(database, "/no/such/program").endedWith(2).saying("cannot be run (exit code 127)");
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_job")
                        + database.number("SELECT COUNT(*) FROM rowlock_delayed"))
                .isEqualTo(2);
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_failure")).isZero();
    }

    @Test
    void usageAndRightsAreTold(TestDatabase database) {
        work(database, "true").endedWith(2).saying("run rowlock migrate");
        Rowlock.mails(database, "x");
        Rowlock.run(database, "work", "nails", "--noop").endedWith(2).saying("the queues are: mails");
        Rowlock.run(database, "work", "mails").endedWith(2).saying("--exec", "--noop");
        Rowlock.run(database, "work", "mails", "--noop", "--lease", "1ms")
                .endedWith(2)
                .saying("a lease must be");
        String user = "w" + Long.toString(System.nanoTime(), 36);
        database.execute(
                "CREATE USER '" + user + "'@'%' IDENTIFIED BY 'Secret-1'",
                "GRANT SELECT ON " + database.schema() + ".* TO '" + user + "'@'%'");
        try {
            CommandRun.run(
                            Map.of("ROWLOCK_URL", database.url(), "ROWLOCK_USER", user, "ROWLOCK_PASSWORD", "Secret-1"),
                            "work",
                            "mails",
                            "--noop",
                            "--until-empty")
                    .endedWith(2)
                    .saying("GRANT ", "rowlock_", user);
        } finally {
            database.execute("DROP USER '" + user + "'@'%'");
        }
        Rowlock.run(database, "work", "mails", "--noop", "--until-empty").endedWith(0);
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_history")).isEqualTo(1);
    }

    /** Begins, and ends when there is a file that lets it. */
    private String untilTold() {
        return "touch " + folder + "/$ROWLOCK_ID.begun; while [ ! -e " + folder + "/go ]; do sleep 0.05; done; touch "
                + folder + "/$ROWLOCK_ID.ended";
    }

    private CommandProcess start(TestDatabase database, String... more) throws IOException {
        List<String> all = new ArrayList<>(List.of("work", "mails", "--exec", untilTold()));
        all.addAll(List.of(more));
        return CommandProcess.start(folder, Map.of("ROWLOCK_URL", database.url()), all.toArray(String[]::new));
    }

    @Test
    void aSignalLetsProgramsFinishAndGivesTheRestBack(TestDatabase database) throws IOException, InterruptedException {
        Rowlock.mails(database, "1", "2", "3", "4", "5", "6", "7", "8", "9", "10");
        try (CommandProcess worker = start(database, "--concurrency", "3", "--batch", "8")) {
            await().atMost(PATIENCE).until(() -> files(folder, ".begun") == 3);
            worker.signal("TERM");
            await().atMost(PATIENCE)
                    .until(() ->
                            database.number("SELECT COUNT(*) FROM rowlock_job WHERE lease_until = '1970-01-01'") == 7);
            assertThat(worker.isAlive()).isTrue();
            Files.createFile(folder.resolve("go"));
            assertThat(worker.exitCode()).as(worker.output()).isZero();
            assertThat(worker.output()).contains("stopped by SIGTERM: done 3, failed 0, dead 0");
        }
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_history")).isEqualTo(3);
        assertThat(database.number(
                        "SELECT COUNT(*) FROM rowlock_job WHERE attempts = 0 AND lease_until = '1970-01-01'"))
                .isEqualTo(7);
    }

    @Test
    void whenTheGraceIsOverProgramsAreEndedAndTheirJobsGivenBack(TestDatabase database)
            throws IOException, InterruptedException {
        Rowlock.mails(database, "1", "2", "3");
        try (CommandProcess worker =
                start(database, "--concurrency", "2", "--grace", "300ms", "--kill-after", "300ms")) {
            await().atMost(PATIENCE).until(() -> files(folder, ".begun") == 2);
            worker.signal("INT");
            assertThat(worker.exitCode()).as(worker.output()).isZero();
        }
        assertThat(files(folder, ".ended")).isZero();
        assertThat(database.number(
                        "SELECT COUNT(*) FROM rowlock_job WHERE attempts = 0 AND lease_until = '1970-01-01'"))
                .isEqualTo(3);
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_failure")).isZero();
    }
}
