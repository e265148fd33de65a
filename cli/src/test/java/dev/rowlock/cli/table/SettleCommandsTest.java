package dev.rowlock.cli.table;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rowlock.cli.fixture.CommandRun;
import dev.rowlock.cli.fixture.Queues;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code rowlock table complete, extend, release, fail, reclaim}. */
@EachServer
final class SettleCommandsTest {
    private static String claim(TestDatabase database, int rows) {
        return CommandRun.table(database, "claim", "jobs", "--limit", Integer.toString(rows), "--json")
                .endedWith(0)
                .out();
    }

    @Test
    void completesWhatClaimPrintedFromStandardInput(TestDatabase database) {
        Queues.jobs(database, 4);
        String claimed = claim(database, 3);
        CommandRun.tableReading(claimed, database, "complete", "jobs", "--from", "-")
                .endedWith(0);
        assertThat(Queues.count(database, "done")).isEqualTo(3);
        JsonNode again = CommandRun.tableReading(claimed, database, "complete", "jobs", "--from", "-", "--json")
                .endedWith(1)
                .json();
        assertThat(again.get("verdicts").get(0).get("verdict").asText()).isEqualTo("lost");
        assertThat(again.get("verdicts").get(0).get("seen").get("status").asText())
                .isEqualTo("done");
    }

    @Test
    void anExtensionIsReadAgainInPlaceOfTheClaim(TestDatabase database, @TempDir Path folder) throws IOException {
        Queues.jobs(database, 1);
        Path before = Files.writeString(folder.resolve("claimed.json"), claim(database, 1));
        Path after = Files.writeString(
                folder.resolve("extended.json"),
                CommandRun.table(database, "extend", "jobs", "--lease", "1h", "--from", before.toString(), "--json")
                        .endedWith(0)
                        .out());
        assertThat(database.number("SELECT lease_until > NOW(6) + INTERVAL 59 MINUTE FROM jobs"))
                .isEqualTo(1);
        CommandRun.table(database, "complete", "jobs", "--from", before.toString())
                .endedWith(1);
        assertThat(Queues.count(database, "processing")).isEqualTo(1);
        CommandRun.table(database, "complete", "jobs", "--from", after.toString())
                .endedWith(0);
        assertThat(Queues.count(database, "done")).isEqualTo(1);
    }

    @Test
    void releasesWithADelayAndWithoutCounting(TestDatabase database) {
        Queues.jobs(database, 1);
        CommandRun run = CommandRun.tableReading(
                        claim(database, 1), database, "release", "jobs", "--from", "-", "--delay", "1h")
                .endedWith(0);
        assertThat(run.out()).contains("is ready in 3600");
        assertThat(database.number("SELECT status = 'ready' AND attempts = 0 AND available_at > NOW(6) FROM jobs"))
                .isEqualTo(1);
    }

    @Test
    void failsWithAReasonAndEndsDeadAtTheLimit(TestDatabase database) {
        Queues.jobs(database, 1);
        CommandRun.tableReading(
                        claim(database, 1),
                        database,
                        "fail",
                        "jobs",
                        "--from",
                        "-",
                        "--reason",
                        "no such customer",
                        "--max-attempts",
                        "1")
                .endedWith(0);
        assertThat(Queues.count(database, "dead")).isEqualTo(1);
        assertThat(database.column("SELECT last_error FROM jobs")).containsExactly("no such customer");
    }

    @Test
    void saysWhichPartOfTheFenceIsMissing(TestDatabase database) {
        Queues.jobs(database, 1);
        claim(database, 1);
        String before = Queues.contents(database);
        CommandRun.table(database, "complete", "jobs", "--key", "1")
                .endedWith(2)
                .saying("--lease-until");
        assertThat(Queues.contents(database)).isEqualTo(before);
    }

    @Test
    void refusesInputThatIsNoLease(TestDatabase database) {
        Queues.jobs(database, 1);
        CommandRun.tableReading("", database, "complete", "jobs", "--from", "-")
                .endedWith(2)
                .saying("is empty");
        CommandRun.tableReading("{\"leases\":[{}]}", database, "complete", "jobs", "--from", "-")
                .endedWith(2)
                .saying("has no key");
        CommandRun.tableReading("not json", database, "complete", "jobs", "--from", "-")
                .endedWith(2)
                .saying("JSON");
        CommandRun.table(database, "complete", "jobs", "--from", "/no/such/file")
                .endedWith(2)
                .saying("/no/such/file");
        CommandRun.table(database, "complete", "jobs").endedWith(2).saying("--key", "--from");
    }

    @Test
    void reclaimsWhatItsHolderLeft(TestDatabase database) {
        Queues.jobs(database, 2);
        claim(database, 2);
        database.execute("UPDATE jobs SET lease_until = NOW(6) - INTERVAL 1 SECOND");
        JsonNode json = CommandRun.table(database, "reclaim", "jobs", "--json")
                .endedWith(0)
                .json();
        assertThat(json.get("ready")).hasSize(2);
        assertThat(database.number("SELECT SUM(attempts) FROM jobs WHERE status = 'ready'"))
                .isEqualTo(2);
    }
}
