package dev.rowlock.cli.batch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rowlock.cli.fixture.Batch;
import dev.rowlock.cli.fixture.CommandRun;
import dev.rowlock.embedded.ServerKind;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs from their plan to their end, by the command. */
@EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_11_4})
final class BatchCommandTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    private static CommandRun counting(TestDatabase database, String command, String... more) {
        return CommandRun.run(Map.of("ROWLOCK_URL", database.url()), Batch.counting(command, more));
    }

    @Test
    void runsAPlanToItsEndAndAccountsForEveryRow(TestDatabase database) throws IOException {
        Batch.orders(database, 900);
        Path plan = Files.writeString(folder.resolve("overdue.yaml"), """
                name: overdue
                table: orders
                key: id
                where: status = :status AND n = 0
                set: n = n + 1
                params: {status: PENDING}
                guards: none
                """);
        CommandRun run = Batch.run(database, "run", "--plan", plan.toString()).endedWith(0);
        assertThat(run.out())
                .contains(
                        "run 1 is done: matched 600 = changed 600 + changed by others 0 + failed 0 + still held 0 in ");
        assertThat(run.error()).contains("run 1 'overdue' on orders started");
        assertThat(database.number("SELECT SUM(n) FROM orders")).isEqualTo(600);
        assertThat(Batch.run(database, "status").endedWith(0).out()).contains("overdue", "done", "matched 600");
        assertThat(Batch.run(database, "status", "1").endedWith(0).out())
                .contains("run 1 'overdue' on " + database.schema() + ".orders: done", "900 looked at");
        assertThat(Batch.run(database, "events", "1").endedWith(0).out()).contains("started", "done");
        assertThat(Batch.run(database, "held", "1").endedWith(0).out()).contains("no row of run 1 is held");
        // A run that is over can be joined and told nothing any more.
        assertThat(Batch.run(database, "run", "--join", "1").endedWith(0).out()).contains("run 1 is done");
        Batch.run(database, "pause", "1").endedWith(1);
        Batch.run(database, "cancel", "1").endedWith(1);
        Batch.run(database, "rate", "1", "100").endedWith(1);
        assertThat(database.number("SELECT SUM(n) FROM orders")).isEqualTo(600);
    }

    @Test
    void streamsTheSameAsJson(TestDatabase database) {
        Batch.orders(database, 900);
        CommandRun run = counting(database, "run", "--json", "--rate", "400").endedWith(0);
        List<JsonNode> lines = run.jsonLines();
        assertThat(lines.get(0).path("event").asText()).isEqualTo("started");
        assertThat(lines).anySatisfy(line -> {
            assertThat(line.path("event").asText()).isEqualTo("progress");
            assertThat(line.path("state").asText()).isEqualTo("running");
            assertThat(line.path("limit").asLong()).isPositive();
        });
        assertThat(lines)
                .filteredOn(line -> line.path("event").asText().equals("decision"))
                .extracting(line -> line.path("kind").asText())
                .contains("started", "done");
        JsonNode summary = run.json();
        assertThat(summary.path("event").asText()).isEqualTo("summary");
        assertThat(summary.path("matched").asLong()).isEqualTo(600);
        assertThat(summary.path("changed").asLong()).isEqualTo(600);
        assertThat(summary.path("reconciled").asBoolean()).isTrue();
        assertThat(summary.path("shards")).hasSize(8);
        assertThat(Batch.run(database, "status", "1", "--json")
                        .json()
                        .path("state")
                        .asText())
                .isEqualTo("done");
    }

    @Test
    void plansAndLeavesNoTrace(TestDatabase database) {
        Batch.orders(database, 900);
        CommandRun plan =
                counting(database, "plan", "--probe", "--collisions", "1s").endedWith(0);
        assertThat(plan.out())
                .contains("600 match, of 900", "still-matching", "gives-way: proved with two sessions", "over PRIMARY")
                .contains("locks: exclusive, on the primary-key record", "Nothing was written");
        JsonNode json = counting(database, "plan", "--json", "--collisions", "0")
                .endedWith(0)
                .json();
        assertThat(json.path("matching").path("value").asLong()).isEqualTo(600);
        assertThat(json.path("canStart").asBoolean()).isTrue();
        assertThat(json.path("statements")).isNotEmpty();
        CommandRun late = counting(
                        database,
                        "plan",
                        "--rate",
                        "1",
                        "--window",
                        "02:00-02:01",
                        "--at-window-end",
                        "stop",
                        "--collisions",
                        "0")
                .endedWith(1);
        assertThat(late.out()).contains("IT WILL NOT BE THROUGH");
        assertThat(database.column("SHOW TABLES")).containsExactly("orders");
        assertThat(database.number("SELECT SUM(n) FROM orders")).isZero();
    }

    @Test
    void rowsThatStayHeldAreGivenUpListedAndAnExitCode(TestDatabase database) throws SQLException {
        Batch.orders(database, 90);
        try (Connection online = database.connect();
                Statement statement = online.createStatement()) {
            online.setAutoCommit(false);
            statement.execute("UPDATE orders SET status = 'PENDING' WHERE id IN (4, 7)");
            statement.execute("SELECT * FROM orders WHERE id IN (4, 7) FOR UPDATE");
            CommandRun run = counting(database, "run", "--give-up-held", "1s").endedWith(1);
            assertThat(run.out())
                    .contains("matched 60 = changed 58 + changed by others 0 + failed 0 + still held 2")
                    .contains("rowlock batch held 1");
            assertThat(Batch.run(database, "held", "1").endedWith(0).out()).contains("key 4  held", "key 7  held");
            online.rollback();
        }
    }

    @Test
    void aProgramGetsTheRowsOfAChunkOnItsStandardInput(TestDatabase database) throws IOException {
        Batch.orders(database, 30);
        Path log = folder.resolve("rows");
        CommandRun run = Batch.run(
                        database,
                        "run",
                        "--table",
                        "orders",
                        "--where",
                        "status = 'PENDING'",
                        "--exec",
                        "cat >> " + log,
                        "--columns",
                        "status,n",
                        "--shards",
                        "1",
                        "--guard",
                        "none")
                .endedWith(0);
        assertThat(run.out()).contains("matched 20 = changed 20");
        assertThat(Files.readAllLines(log))
                .hasSize(20)
                .contains("{\"key\":\"1\",\"columns\":{\"status\":\"PENDING\",\"n\":\"0\"}}");
    }

    @Test
    void aProgramThatFailsIsTriedAgainAndOneThatIsNotThereEndsTheCommand(TestDatabase database) {
        Batch.orders(database, 9);
        String[] common = {"run", "--table", "orders", "--where", "status = 'PENDING'", "--guard", "none", "--exec"};
        CommandRun missing = Batch.run(database, with(common, "/no/such/program"))
                .endedWith(2)
                .saying("cannot be run", "127");
        assertThat(missing.error()).contains("no row was touched");
        assertThat(Batch.run(database, "status", "1").out()).contains("failed 0");
        CommandRun failing =
                Batch.run(database, with(common, "echo out of paper; exit 3")).endedWith(1);
        assertThat(failing.out()).contains("matched 6 = changed 0 + changed by others 0 + failed 6 + still held 0");
        assertThat(Batch.run(database, "held", "2").out()).contains("exit code 3: out of paper");
    }

    private static String[] with(String[] arguments, String last) {
        String[] all = java.util.Arrays.copyOf(arguments, arguments.length + 1);
        all[arguments.length] = last;
        return all;
    }
}
