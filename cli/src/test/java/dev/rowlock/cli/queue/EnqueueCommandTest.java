package dev.rowlock.cli.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.cli.fixture.CommandRun;
import dev.rowlock.embedded.ServerKind;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs put into a queue by hand and by scripts. */
@EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_11_4})
final class EnqueueCommandTest {
    private static CommandRun enqueue(TestDatabase database, String... arguments) {
        return reading("", database, arguments);
    }

    private static CommandRun reading(String input, TestDatabase database, String... arguments) {
        String[] all = new String[arguments.length + 1];
        all[0] = "enqueue";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        return Rowlock.reading(input, database, all);
    }

    private static void migrate(TestDatabase database) {
        Rowlock.run(database, "migrate").endedWith(0);
    }

    @Test
    void withoutTablesItSaysWhatToRunAndAMistypedQueueIsNoNewOne(TestDatabase database) {
        enqueue(database, "mails", "welcome", "x").endedWith(2).saying("run rowlock migrate");
        migrate(database);
        enqueue(database, "mails", "welcome", "x").endedWith(2).saying("no queue 'mails'", "none yet", "--new-queue");
        enqueue(database, "mails", "welcome", "x", "--new-queue").endedWith(0);
        enqueue(database, "mials", "welcome", "x").endedWith(2).saying("the queues are: mails");
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_queue")).isEqualTo(1);
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_job")).isEqualTo(1);
    }

    @Test
    void oneJobCarriesWhatItWasGiven(@TempDir Path folder, TestDatabase database) throws IOException {
        migrate(database);
        CommandRun first = reading(
                        "read from outside",
                        database,
                        "mails",
                        "welcome",
                        "-",
                        "--new-queue",
                        "--key",
                        "order 7",
                        "--delay",
                        "1h",
                        "--header",
                        "a=b",
                        "--priority",
                        "urgent",
                        "--max-attempts",
                        "3",
                        "--json")
                .endedWith(0);
        String id = first.json().get("id").asText();
        assertThat(database.text("SELECT CONCAT(CAST(payload AS CHAR), '|', priority, '|', max_attempts, '|', headers)"
                        + " FROM rowlock_delayed WHERE due_at > UTC_TIMESTAMP() + INTERVAL 59 MINUTE"))
                .isEqualTo("read from outside|0|3|a=b");
        assertThat(enqueue(database, "mails", "welcome", "other", "--key", "order 7")
                        .endedWith(1)
                        .out())
                .startsWith(id)
                .contains("used before");
        Path file = Files.writeString(folder.resolve("body"), "from a file");
        enqueue(database, "mails", "welcome", "--file", file.toString(), "--at", "2020-01-01T00:00:00Z")
                .endedWith(0);
        assertThat(database.text("SELECT CAST(payload AS CHAR) FROM rowlock_job"))
                .isEqualTo("from a file");
    }

    @Test
    void whatIsWrongIsToldBeforeAnythingIsSent(TestDatabase database) {
        migrate(database);
        enqueue(database, "mails", "welcome").endedWith(2).saying("a payload is missing");
        enqueue(database, "mails", "welcome", "x", "--lines").endedWith(2).saying("given twice");
        enqueue(database, "mails", "--lines").endedWith(2).saying("a kind is missing");
        enqueue(database, "mails", "welcome", "--lines", "--key", "k")
                .endedWith(2)
                .saying("--json-lines");
        enqueue(database, "mails", "welcome", "x", "--at", "2026-12-01T08:00")
                .endedWith(2)
                .saying("not a time with its zone", "+01:00");
        enqueue(database, "mails", "welcome", "x", "--delay", "1h", "--at", "2026-12-01T08:00:00Z")
                .endedWith(2)
                .saying("mutually exclusive");
        enqueue(database, "mails", "welcome", "--file", "/no/such/file")
                .endedWith(2)
                .saying("does not exist");
        enqueue(database, "mails", "welcome", "x", "--priority", "soon")
                .endedWith(2)
                .saying("soon");
        enqueue(database, "mails", "welcome", "x".repeat((1 << 20) + 1), "--new-queue")
                .endedWith(2)
                .saying("1048577", "1048576");
    }

    @Test
    void eachLineIsAJobAndAnswersInItsOrder(TestDatabase database) {
        migrate(database);
        String lines = IntStream.range(0, 2_345).mapToObj(n -> "mail " + n).collect(Collectors.joining("\n"));
        CommandRun run = reading(lines + "\n\n", database, "mails", "welcome", "--lines", "--new-queue")
                .endedWith(0);
        List<String> ids = run.out().lines().toList();
        assertThat(ids).hasSize(2_345).doesNotHaveDuplicates().isSorted();
        assertThat(run.error()).contains("2345 jobs enqueued, 0 were there before");
        assertThat(database.text("SELECT CAST(payload AS CHAR) FROM rowlock_job WHERE id = UNHEX('"
                        + ids.get(1_234).replace("-", "") + "')"))
                .isEqualTo("mail 1234");
    }

    @Test
    void linesOfJsonMayDifferInEverything(TestDatabase database) {
        migrate(database);
        String lines = """
                {"payload": {"to": 7}, "key": "a", "headers": {"trace": "t 1"}}
                {"payload": "text", "kind": "other", "priority": "low", "maxAttempts": 2}

                {"payloadBase64": "AAECgA==", "delay": "1h"}
                {"payload": [1, 2], "at": "2999-01-01T00:00:00Z"}
                {"payload": "again", "key": "a"}
                """;
        CommandRun run = reading(lines, database, "mails", "welcome", "--json-lines", "--new-queue", "--json")
                .endedWith(0);
        assertThat(run.jsonLines().stream()
                        .limit(5)
                        .map(line -> line.get("line").asInt()))
                .containsExactly(1, 2, 4, 5, 6);
        assertThat(run.jsonLines().get(4).get("outcome").asText()).isEqualTo("duplicate");
        assertThat(run.jsonLines().get(4).get("id"))
                .isEqualTo(run.jsonLines().get(0).get("id"));
        assertThat(run.json().get("inserted").asInt()).isEqualTo(4);
        assertThat(database.column(
                        "SELECT CONCAT(CAST(payload AS CHAR), '|', kind, '|', priority, '|', max_attempts, '|', headers)"
                                + " FROM rowlock_job ORDER BY priority"))
                .containsExactly("{\"to\":7}|welcome|2|20|trace=t+1", "text|other|3|2|");
        assertThat(database.column("SELECT HEX(payload) FROM rowlock_delayed ORDER BY due_at"))
                .containsExactly("00010280", "5B312C325D");
        // The same file again: what has a key is there already.
        assertThat(reading("{\"payload\": 1, \"key\": \"a\"}", database, "mails", "welcome", "--json-lines")
                        .endedWith(1)
                        .error())
                .contains("0 jobs enqueued, 1 were there before");
    }

    @Test
    void aWrongLineIsNamedAndItIsSaidHowManyAreIn(TestDatabase database) {
        migrate(database);
        String good = IntStream.range(0, 1_000)
                .mapToObj(n -> "{\"payload\": " + n + "}\n")
                .collect(Collectors.joining());
        CommandRun run = reading(
                        good + "{\"payload\": 1}\n{\"payload\": 2, \"prio\": 1}\n",
                        database,
                        "mails",
                        "welcome",
                        "--json-lines",
                        "--new-queue")
                .endedWith(2)
                .saying("line 1002: a job has no 'prio'", "priority");
        assertThat(run.error()).contains("lines 1 to 1000 are enqueued", "go on from line 1001");
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_job")).isEqualTo(1_000);
        for (String[] wrong : new String[][] {
            {"7", "JSON object"},
            {"{", "not JSON"},
            {"{}", "payload"},
            {"{\"payload\": 1, \"payloadBase64\": \"AA==\"}", "either"},
            {"{\"payloadBase64\": \"?\"}", "not Base64"},
            {"{\"payload\": 1, \"priority\": \"soon\"}", "urgent, high"},
            {"{\"payload\": 1, \"delay\": \"soon\"}", "not a duration"},
            {"{\"payload\": 1, \"at\": \"2026-12-01\"}", "not a time with its zone"},
            {"{\"payload\": 1, \"maxAttempts\": \"2\"}", "is a number"},
            {"{\"payload\": 1, \"headers\": []}", "is an object"},
            {"{\"payload\": 1, \"key\": 7}", "is text"}
        }) {
            assertThat(reading(wrong[0], database, "mails", "welcome", "--json-lines")
                            .endedWith(2)
                            .saying("line 1: ", wrong[1])
                            .error())
                    .contains("nothing was enqueued");
        }
        reading("{\"payload\": 1}", database, "mails", "--json-lines")
                .endedWith(2)
                .saying("the job has no kind");
    }

    @Test
    void anAccountWithoutARightIsToldTheGrant(TestDatabase database) {
        migrate(database);
        enqueue(database, "mails", "welcome", "x", "--new-queue").endedWith(0);
        String user = "q" + Long.toString(System.nanoTime(), 36);
        database.execute(
                "CREATE USER '" + user + "'@'%' IDENTIFIED BY 'Secret-1'",
                "GRANT SELECT ON " + database.schema() + ".* TO '" + user + "'@'%'");
        try {
            CommandRun.run(
                            java.util.Map.of(
                                    "ROWLOCK_URL",
                                    database.url(),
                                    "ROWLOCK_USER",
                                    user,
                                    "ROWLOCK_PASSWORD",
                                    "Secret-1"),
                            "enqueue",
                            "mails",
                            "welcome",
                            "x")
                    .endedWith(2)
                    .saying("GRANT INSERT ON", "rowlock_job", user);
        } finally {
            database.execute("DROP USER '" + user + "'@'%'");
        }
    }
}
