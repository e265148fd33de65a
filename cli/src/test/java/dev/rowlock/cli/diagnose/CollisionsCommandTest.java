package dev.rowlock.cli.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rowlock.cli.fixture.CommandRun;
import dev.rowlock.embedded.ServerKind;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

@EachServer(only = ServerKind.MYSQL_DEV)
final class CollisionsCommandTest {
    private static CommandRun collisions(TestDatabase database, String... arguments) {
        List<String> all = new ArrayList<>(List.of("collisions"));
        all.addAll(List.of(arguments));
        return CommandRun.run(Map.of("ROWLOCK_URL", database.url()), all.toArray(String[]::new));
    }

    private static void orders(TestDatabase database) {
        database.execute(
                "CREATE TABLE orders (id INT PRIMARY KEY AUTO_INCREMENT, status VARCHAR(10) NOT NULL, v INT,"
                        + " modified_at TIMESTAMP(6) DEFAULT CURRENT_TIMESTAMP(6) ON UPDATE CURRENT_TIMESTAMP(6))",
                "INSERT INTO orders (status) VALUES " + "('open'),".repeat(399) + "('open')");
    }

    /** Writes one row again and again, as a client that lives on while the command watches. */
    private static CommandRun duringWrites(TestDatabase database, String... arguments) {
        CompletableFuture<CommandRun> run = CompletableFuture.supplyAsync(() -> collisions(database, arguments));
        while (!run.isDone()) {
            database.execute("UPDATE orders SET v = COALESCE(v, 0) + 1 WHERE id = 7");
        }
        return run.join();
    }

    @Test
    void printsTheRateAndWhatToDo(TestDatabase database) {
        orders(database);
        CommandRun run = duringWrites(
                database, "orders", "--batch-predicate", "status = :s", "--param", "s=open", "--seconds", "2");
        assertThat(run.endedWith(1).out())
                .contains("Collision rate of orders: 0.25 %", "unsure")
                .contains("400, counted", "row events of the binary log", "1 in 2.")
                .contains("UPDATE `orders` SET ... WHERE `id` IN (...) AND (status = :s)");
        assertThat(run.error()).contains("watching orders for 2 s");
    }

    @Test
    void printsJson(TestDatabase database) {
        orders(database);
        CommandRun run =
                duringWrites(database, "orders", "--batch-predicate", "status = 'open'", "--seconds", "1", "--json");
        JsonNode json = run.endedWith(1).json();
        assertThat(run.error()).isEmpty();
        assertThat(json.get("verdict").asText()).isEqualTo("unsure");
        assertThat(json.get("rate").get("value").asDouble()).isEqualTo(1 / 400.0);
        assertThat(json.get("collisions").get("value").asDouble()).isEqualTo(1);
        assertThat(json.get("rows").get("low").asDouble()).isEqualTo(400);
        assertThat(json.get("rowsWritten").asLong()).isEqualTo(1);
        assertThat(json.get("source").asText()).isEqualTo("row-events");
        assertThat(json.get("slices").get(0).get("first").asText()).isEqualTo("1");
    }

    @Test
    void withoutTheRightItSamplesAndSaysWhy(TestDatabase database) {
        orders(database);
        String user = "c" + database.schema().substring(database.schema().length() - 8);
        database.execute(
                "CREATE USER '" + user + "'@'%' IDENTIFIED BY 'pass-Word-1'",
                "GRANT SELECT ON " + database.schema() + ".* TO '" + user + "'@'%'");
        try {
            CommandRun run = CommandRun.run(
                    Map.of(
                            "ROWLOCK_URL",
                            database.url().replaceAll("(?<=[?&])(user|password)=[^&]*&?", ""),
                            "ROWLOCK_USER",
                            user,
                            "ROWLOCK_PASSWORD",
                            "pass-Word-1"),
                    "collisions",
                    "orders",
                    "--batch-predicate",
                    "TRUE",
                    "--seconds",
                    "1");
            assertThat(run.endedWith(0).out())
                    .contains("orders: 0 % (", "a sampled time column (modified_at, because")
                    .contains("GRANT REPLICATION SLAVE, REPLICATION CLIENT ON *.* TO '" + user + "'@'%'");
        } finally {
            database.execute("DROP USER '" + user + "'@'%'");
        }
    }

    @Test
    void saysWhatIsWrong(TestDatabase database) {
        orders(database);
        database.execute(
                "CREATE TABLE bare (id INT)",
                "CREATE VIEW seen AS SELECT * FROM orders",
                "CREATE TABLE t (id INT PRIMARY KEY)");
        collisions(database, "orders").endedWith(2).saying("--batch-predicate");
        collisions(database, "nothing", "--batch-predicate", "TRUE")
                .endedWith(2)
                .saying("there is no table nothing");
        collisions(database, "bare", "--batch-predicate", "TRUE")
                .endedWith(2)
                .saying("no primary key", "ALTER TABLE `bare`");
        collisions(database, "seen", "--batch-predicate", "TRUE").endedWith(2).saying("VIEW");
        collisions(database, "orders", "--batch-predicate", "statos = 1")
                .endedWith(2)
                .saying("statos");
        collisions(database, "orders", "--batch-predicate", "status = = 1")
                .endedWith(2)
                .saying("predicate");
        collisions(database, "orders", "--batch-predicate", "status = 'open")
                .endedWith(2)
                .saying("not closed");
        collisions(database, "orders", "--batch-predicate", "TRUE) OR (TRUE")
                .endedWith(2)
                .saying("parenthesis");
        collisions(database, "orders", "--batch-predicate", "TRUE; DROP TABLE t")
                .endedWith(2)
                .saying("semicolon");
        collisions(database, "orders", "--batch-predicate", " ").endedWith(2).saying("empty");
        collisions(database, "orders", "--batch-predicate", "status = :s")
                .endedWith(2)
                .saying(":s", "--param s=");
        collisions(database, "orders", "--batch-predicate", "TRUE", "--param", "s=1")
                .endedWith(2)
                .saying("does not name it");
        collisions(database, "orders", "--batch-predicate", "id IN (SELECT id FROM t FOR UPDATE)")
                .endedWith(2)
                .saying("must not lock");
        collisions(database, "orders", "--batch-predicate", "TRUE", "--seconds", "0")
                .endedWith(2)
                .saying("1 s to 1 h");
        collisions(
                        database,
                        "orders",
                        "--batch-predicate",
                        "TRUE",
                        "--time-column",
                        "nope",
                        "--url",
                        "jdbc:mysql://127.0.0.1:1/x")
                .endedWith(3);
    }

    @Test
    void saysThatNothingMatches(TestDatabase database) {
        orders(database);
        CommandRun run = collisions(database, "orders", "--batch-predicate", "status = 'gone'", "--seconds", "1");
        assertThat(run.endedWith(0).out()).contains("No row of orders matches status = 'gone'");
    }
}
