package dev.rowlock.cli.table;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rowlock.cli.fixture.CommandRun;
import dev.rowlock.cli.fixture.Queues;
import dev.rowlock.testing.Drivers;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code rowlock table claim}. */
@EachServer(drivers = Drivers.BOTH)
final class ClaimCommandTest {
    @Test
    void printsLeasesAsOneLineOfJson(TestDatabase database) {
        Queues.jobs(database, 3);
        JsonNode json = CommandRun.table(database, "claim", "jobs", "--limit", "2", "--json")
                .endedWith(0)
                .json();
        assertThat(json.get("answer").asText()).isEqualTo("full");
        assertThat(json.get("elapsedMs").asDouble()).isPositive();
        assertThat(json.get("leases")).hasSize(2);
        JsonNode first = json.get("leases").get(0);
        assertThat(first.get("key").asText()).isEqualTo("1");
        assertThat(first.get("attempt").asInt()).isEqualTo(1);
        assertThat(first.get("leaseUntil").asText())
                .isEqualTo(database.column("SELECT CAST(lease_until AS CHAR) FROM jobs WHERE id = 1")
                        .get(0));
        assertThat(Queues.count(database, "processing")).isEqualTo(2);
    }

    @Test
    void claimsInRoundsUntilNothingIsVisible(TestDatabase database) {
        Queues.jobs(database, 3);
        CommandRun run = CommandRun.table(database, "claim", "jobs", "--limit", "2", "--rounds", "10", "--json")
                .endedWith(0);
        assertThat(run.jsonLines())
                .extracting(line -> line.get("answer").asText())
                .containsExactly("full", "short", "nothing-visible");
        assertThat(Queues.count(database, "processing")).isEqualTo(3);
    }

    @Test
    void answersNothingVisibleWithExitCodeOne(TestDatabase database) {
        Queues.jobs(database, 0);
        CommandRun run = CommandRun.table(database, "claim", "jobs").endedWith(1);
        assertThat(run.out()).contains("nothing visible");
        assertThat(CommandRun.table(database, "claim", "jobs", "--json")
                        .endedWith(1)
                        .json()
                        .get("answer")
                        .asText())
                .isEqualTo("nothing-visible");
    }

    @Test
    void tellsBusyNotReadyAndNotFoundApart(TestDatabase database) throws SQLException {
        Queues.jobs(database, 2);
        try (Connection other = database.connect();
                Statement lock = other.createStatement()) {
            other.setAutoCommit(false);
            lock.execute("SELECT 1 FROM jobs WHERE id = 1 FOR UPDATE");
            assertThat(answer(database, "1")).isEqualTo("busy");
            other.rollback();
        }
        assertThat(CommandRun.table(database, "claim", "jobs", "--key", "1", "--json")
                        .endedWith(0)
                        .json()
                        .get("answer")
                        .asText())
                .isEqualTo("claimed");
        assertThat(answer(database, "1")).isEqualTo("not-ready");
        assertThat(answer(database, "77")).isEqualTo("not-found");
    }

    private static String answer(TestDatabase database, String key) {
        return CommandRun.table(database, "claim", "jobs", "--key", key, "--json")
                .endedWith(1)
                .json()
                .get("answer")
                .asText();
    }

    @Test
    void printsPayloadsAlsoWhenTheyAreNull(TestDatabase database) {
        Queues.jobs(database, 2);
        database.execute("UPDATE jobs SET payload = NULL WHERE id = 2");
        JsonNode leases = CommandRun.table(database, "claim", "jobs", "--limit", "2", "--payload", "--json")
                .endedWith(0)
                .json()
                .get("leases");
        assertThat(leases.get(0).get("payload").asText()).isEqualTo("{\"n\": 1}");
        assertThat(leases.get(1).get("payload").isNull()).isTrue();
    }

    @Test
    void printsTheCommandThatGoesOn(TestDatabase database) {
        Queues.jobs(database, 1);
        String out = CommandRun.table(database, "claim", "jobs", "--lease", "5m")
                .endedWith(0)
                .out();
        String command = out.lines()
                .filter(line -> line.startsWith("When the work is done:"))
                .findFirst()
                .orElseThrow();
        List<String> words = words(command.substring(command.indexOf("rowlock table ") + "rowlock table ".length()));
        assertThat(words).contains("--lease", "5m");
        CommandRun.table(database, words.toArray(String[]::new)).endedWith(0);
        assertThat(Queues.count(database, "done")).isEqualTo(1);
    }

    /** As a shell reads them, as far as these commands go. */
    private static List<String> words(String line) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean quoted = false;
        for (int at = 0; at < line.length(); at++) {
            char c = line.charAt(at);
            if (c == '\'') {
                quoted = !quoted;
            } else if (c == ' ' && !quoted) {
                words.add(word.toString());
                word.setLength(0);
            } else {
                word.append(c);
            }
        }
        words.add(word.toString());
        return words;
    }
}
