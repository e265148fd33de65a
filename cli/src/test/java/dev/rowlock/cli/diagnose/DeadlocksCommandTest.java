package dev.rowlock.cli.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rowlock.cli.fixture.CommandRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DeadlocksCommandTest {
    private static final String REPORT = """
            ------------------------
            LATEST DETECTED DEADLOCK
            ------------------------
            2026-11-30 07:23:58 139684755556032
            *** (1) TRANSACTION:
            TRANSACTION 1562, ACTIVE 1 sec starting index read
            mysql tables in use 1, locked 1
            LOCK WAIT 3 lock struct(s), heap size 1128, 2 row lock(s), undo log entries 1
            MySQL thread id 19, OS thread handle 139684669515456, query id 61 localhost shop updating
            update orders set amount=amount+17 where id=2 /*
            *** WE ROLL BACK TRANSACTION (2)
            */

            *** (1) HOLDS THE LOCK(S):
            RECORD LOCKS space id 2 page no 4 n bits 80 index PRIMARY of table `test`.`orders` trx id 1562 lock_mode X locks rec but not gap
            Record lock, heap no 2 PHYSICAL RECORD: n_fields 7; compact format; info bits 0
             0: len 8; hex 7365637265742121; asc secret!!;;

            *** (1) WAITING FOR THIS LOCK TO BE GRANTED:
            RECORD LOCKS space id 2 page no 5 n bits 80 index k_status of table `test`.`orders` /* Partition `p1` */ trx id 1562 lock_mode X locks gap before rec insert intention waiting
            Record lock, heap no 3 PHYSICAL RECORD: n_fields 7; compact format; info bits 0

            *** (2) TRANSACTION:
            TRANSACTION 1563, ACTIVE 1 sec starting index read
            MySQL thread id 18, OS thread handle 139684670572224, query id 62 localhost nightly updating
            update orders set status=9 where id between 1 and 500

            *** (2) HOLDS THE LOCK(S):
            RECORD LOCKS space id 2 page no 5 n bits 80 index k_status of table `test`.`orders` /* Partition `p1` */ trx id 1563 lock_mode X
            Record lock, heap no 3 PHYSICAL RECORD: n_fields 7; compact format; info bits 0

            *** (2) WAITING FOR THIS LOCK TO BE GRANTED:
            RECORD LOCKS space id 2 page no 4 n bits 80 index PRIMARY of table `test`.`orders` trx id 1563 lock_mode X waiting
            Record lock, heap no 2 PHYSICAL RECORD: n_fields 7; compact format; info bits 0

            *** WE ROLL BACK TRANSACTION (1)
            """;

    @TempDir
    private Path folder;

    @Test
    void printsJsonWithEveryField() throws IOException {
        CommandRun run =
                run(file(REPORT), "--json", "--batch-account", "nightly").endedWith(0);
        assertThat(run.out().lines()).hasSize(1);
        JsonNode json = run.json();
        assertThat(json.isArray()).isTrue();
        assertThat(json).hasSize(1);
        JsonNode deadlock = json.get(0);
        assertThat(names(deadlock))
                .containsExactly("at", "victim", "rolledBack", "transactions", "cycle", "lockOrder", "advice", "notes");
        assertThat(deadlock.get("at").asText()).isEqualTo("2026-11-30T07:23:58");
        assertThat(deadlock.get("victim").intValue()).isEqualTo(1);
        assertThat(deadlock.get("lockOrder").asText())
                .isEqualTo("online: PRIMARY -> k_status; batch: k_status -> PRIMARY");
        assertThat(deadlock.get("cycle").get(1).get("text").asText())
                .isEqualTo("(2) waits for (1): PRIMARY of test.orders");
        assertThat(deadlock.get("notes").get(0).asText())
                .isEqualTo("line 11 looks like the report's and is text of the statement of (1)");
        JsonNode online = deadlock.get("transactions").get(0);
        assertThat(names(online))
                .containsExactly("number", "id", "threadId", "account", "sql", "side", "holds", "waits");
        assertThat(online.get("number").intValue()).isEqualTo(1);
        assertThat(online.get("id").asText()).isEqualTo("1562");
        assertThat(online.get("threadId").longValue()).isEqualTo(19);
        assertThat(online.get("account").asText()).isEqualTo("shop@localhost");
        assertThat(online.get("side").asText()).isEqualTo("online");
        assertThat(online.get("waits")).hasSize(1);
        assertThat(online.get("waits").get(0).toString())
                .isEqualTo(
                        "{\"table\":\"test.orders\",\"index\":\"k_status\",\"mode\":\"X\",\"flags\":[\"gap\",\"insert-intention\","
                                + "\"waiting\",\"partition p1\"]}");
        assertThat(deadlock.get("transactions").get(1).get("side").asText()).isEqualTo("batch");
        assertThat(run.out()).doesNotContain("secret");
    }

    @Test
    void printsTextForPeople() throws IOException {
        CommandRun run =
                run(file(REPORT), "--batch-account", "nightly@localhost").endedWith(0);
        assertThat(run.out())
                .contains("Deadlock at 2026-11-30T07:23:58: (1), online, was rolled back")
                .contains("(2), batch: transaction 1563, connection 18, account nightly@localhost")
                .contains("holds     X on k_status of test.orders, partition p1")
                .contains("online: PRIMARY -> k_status; batch: k_status -> PRIMARY")
                .contains("The online side was rolled back")
                .doesNotContain("secret");
    }

    @Test
    void masksValuesAndComments() throws IOException {
        CommandRun run = run(file(REPORT), "--mask").endedWith(0);
        assertThat(run.out())
                .contains("update orders set amount=amount+? where id=? /*?*/")
                .doesNotContain("17")
                .doesNotContain("WE ROLL BACK TRANSACTION");
    }

    @Test
    void readsStandardInput() {
        CommandRun run = CommandRun.reading(
                REPORT,
                Map.of(),
                "deadlocks",
                "-",
                "--json",
                "--batch-statement",
                "between \\d+",
                "--online-statement",
                "amount");
        assertThat(run.endedWith(0)
                        .json()
                        .get(0)
                        .get("transactions")
                        .get(1)
                        .get("side")
                        .asText())
                .isEqualTo("batch");
    }

    @Test
    void aTextWithoutDeadlocksIsAnEmptyAnswer() throws IOException {
        assertThat(run(file("all is well\n"), "--json").endedWith(0).out()).isEqualTo("[]" + System.lineSeparator());
        assertThat(run(file("all is well\n")).endedWith(0).out()).isEqualTo("no deadlock" + System.lineSeparator());
    }

    @Test
    void bytesThatAreNoUtf8AreNoError() throws IOException {
        Path file = folder.resolve("latin1.log");
        Files.write(file, REPORT.replace("amount=amount+17", "note='caf\u00e9'").getBytes(StandardCharsets.ISO_8859_1));
        assertThat(run(file.toString(), "--json")
                        .endedWith(0)
                        .json()
                        .get(0)
                        .get("victim")
                        .intValue())
                .isEqualTo(1);
    }

    @Test
    void saysWhatIsWrongWithTheInput() {
        assertThat(run(folder.resolve("missing.log").toString()).endedWith(2).error())
                .contains("there is no file");
        assertThat(run(folder.toString()).endedWith(2).error()).contains("cannot be read");
        assertThat(run().endedWith(2).error()).contains("no server given");
        assertThat(run("-", "--batch-statement", "(").endedWith(2).error()).contains("--batch-statement");
        assertThat(run("--url", "jdbc:mysql://127.0.0.1:1/x").endedWith(3).error())
                .contains("connection");
    }

    private String file(String text) throws IOException {
        return Files.writeString(Files.createTempFile(folder, "report", ".txt"), text)
                .toString();
    }

    private static CommandRun run(String... arguments) {
        List<String> all = new ArrayList<>(List.of("deadlocks"));
        all.addAll(List.of(arguments));
        return CommandRun.run(Map.of(), all.toArray(String[]::new));
    }

    private static List<String> names(JsonNode object) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }
}
