package dev.rowlock.cli.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rowlock.cli.fixture.CommandRun;
import dev.rowlock.cli.fixture.Queues;
import dev.rowlock.embedded.ServerKind;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** {@code rowlock doctor}. */
@EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_11_4})
final class DoctorCommandTest {
    @Test
    void endsWithZeroWhenNothingBlocks(TestDatabase database) {
        Queues.jobs(database, 3);
        String before = Queues.contents(database);
        CommandRun run = doctor(database, "--probe").endedWith(0);
        assertThat(run.out())
                .contains("tables that look like queues: " + database.schema() + ".jobs")
                .contains("NOTES " + database.schema() + ".jobs: SKIP LOCKED skips, NOWAIT answers")
                .contains("Nothing blocks going live. 0 block, ");
        assertThat(run.error()).isEmpty();
        assertThat(Queues.contents(database)).isEqualTo(before);
    }

    @Test
    void endsWithOneAndTheStatementThatMendsIt(TestDatabase database) {
        database.execute(
                "CREATE TABLE slow (id INT PRIMARY KEY, status VARCHAR(20) NOT NULL, available_at DATETIME NOT NULL)"
                        + " ENGINE = InnoDB");
        String text = doctor(database, "slow").endedWith(1).out();
        assertThat(text)
                .contains("BLOCKS " + database.schema() + ".slow: no index gives ready rows")
                .contains("  remedy: CREATE INDEX `rowlock_claim` ON")
                .contains("Not fit to go live. 1 block, ");

        JsonNode json = doctor(database, "slow", "--json").endedWith(1).json();
        assertThat(json.get("blocksGoLive").asBoolean()).isTrue();
        assertThat(json.get("blocks").asInt()).isEqualTo(1);
        assertThat(json.get("tablesChosen").asText()).isEqualTo("named");
        assertThat(json.get("tables").get(0).asText()).isEqualTo(database.schema() + ".slow");
        JsonNode finding = json.get("findings").get(0);
        assertThat(finding.get("id").asText()).isEqualTo("claim-index");
        assertThat(finding.get("severity").asText()).isEqualTo("blocks");
        assertThat(finding.get("rule").asText()).isEqualTo("A4");
        assertThat(finding.get("why").asText()).contains("about 0 rows");
        database.execute(finding.get("remedy").asText());
        assertThat(json.get("examinations").size()).isGreaterThan(15);
        doctor(database, "slow").endedWith(0);
    }

    @Test
    void writesAReportForATicket(TestDatabase database) {
        database.execute(
                "CREATE TABLE slow_jobs (id INT PRIMARY KEY, status VARCHAR(20) NOT NULL, available_at DATETIME NOT NULL)"
                        + " ENGINE = InnoDB");
        String text = doctor(database, "slow_jobs", "--markdown").endedWith(1).out();
        assertThat(text)
                .startsWith("## Rowlock doctor: Not fit to go live.")
                .contains("| BLOCKS | " + database.schema().replace("_", "\\_") + ".slow\\_jobs | no index gives")
                .contains("- **What to do:** CREATE INDEX \\`rowlock\\_claim\\` ON");
        assertThat(doctor(database, "slow_jobs", "--markdown", "--json")
                        .endedWith(2)
                        .error())
                .contains("choose one of --json and --markdown");
    }

    @Test
    void explainsAPlannedBatch(TestDatabase database) {
        Queues.jobs(database, 3);
        doctor(database, "jobs", "--batch-predicate", "status = 'ready' AND available_at < NOW()")
                .endedWith(0);
        assertThat(doctor(database, "jobs", "--batch-predicate", "stat = 1")
                        .endedWith(1)
                        .out())
                .contains("the condition of the batch does not fit the table: stat = 1");
    }

    @Test
    void refusesWhatCannotBeMeant(TestDatabase database) {
        doctor(database, "jbos").endedWith(2).saying("there is no table jbos");
        doctor(database, "a.b.c").endedWith(2).saying("schema.table");
        doctor(database, "--long-transaction", "soon").endedWith(2).saying("soon");
        CommandRun.run(Map.of(), "doctor").endedWith(2).saying("--url");
        CommandRun.run(Map.of("ROWLOCK_URL", "jdbc:mysql://127.0.0.1:1/shop"), "doctor")
                .endedWith(3)
                .saying("host and port in the URL");
    }

    private static CommandRun doctor(TestDatabase database, String... arguments) {
        List<String> all = new ArrayList<>(List.of("doctor"));
        all.addAll(List.of(arguments));
        return CommandRun.run(Map.of("ROWLOCK_URL", database.url()), all.toArray(String[]::new));
    }
}
