package dev.rowlock.cli.queue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rowlock.cli.fixture.CommandRun;
import dev.rowlock.embedded.ServerKind;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Schedules by hand: written, shown, stopped, fired and removed. */
@EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_11_4})
final class ScheduleCommandsTest {
    private static CommandRun schedules(TestDatabase database, String... arguments) {
        List<String> all = new ArrayList<>(List.of("schedules"));
        all.addAll(List.of(arguments));
        return Rowlock.run(database, all.toArray(String[]::new));
    }

    private static CommandRun nightly(TestDatabase database, String command, String... more) {
        List<String> all = new ArrayList<>(List.of(command, "nightly", "mails", "report"));
        all.addAll(List.of(more));
        return schedules(database, all.toArray(String[]::new));
    }

    private static void migrate(TestDatabase database) {
        Rowlock.run(database, "migrate").endedWith(0);
    }

    @Test
    void oneIsAddedListedShownAndRemoved(TestDatabase database) {
        migrate(database);
        assertThat(schedules(database, "list").endedWith(0).out()).contains("no schedules yet");
        nightly(database, "add", "--cron", "0 2 * * *").endedWith(2).saying("there is no queue 'mails'");
        assertThat(nightly(
                                database,
                                "add",
                                "all customers",
                                "--new-queue",
                                "--cron",
                                "0 2 * * *",
                                "--zone",
                                "Europe/Berlin",
                                "--catch-up",
                                "3",
                                "--priority",
                                "low",
                                "--max-attempts",
                                "4",
                                "--header",
                                "trace=7",
                                "--unique",
                                "nightly report")
                        .endedWith(0)
                        .out())
                .startsWith("schedule nightly is added: cron '0 2 * * *' Europe/Berlin  next 20");
        assertThat(nightly(database, "add", "--every", "1h").endedWith(1).out())
                .contains("there is a schedule nightly already", "rowlock schedules put");
        assertThat(schedules(database, "list").endedWith(0).out())
                .startsWith("nightly  cron '0 2 * * *' Europe/Berlin  mails  report  next 20")
                .contains("fired 0  catch-up 3");
        JsonNode shown = schedules(database, "show", "nightly", "--next", "5", "--payload", "--json")
                .endedWith(0)
                .json();
        assertThat(shown.get("state").asText()).isEqualTo("fires");
        assertThat(shown.get("next")).hasSize(5);
        assertThat(shown.get("next").get(0).asText())
                .isEqualTo(shown.get("nextAt").asText())
                .matches("\\d{4}-\\d\\d-\\d\\dT0[01]:00:00Z");
        assertThat(shown.get("payload").asText()).isEqualTo("all customers");
        assertThat(shown.get("priority").asText()).isEqualTo("low");
        assertThat(shown.get("unique").asText()).isEqualTo("nightly report");
        assertThat(shown.get("headers").get("trace").asText()).isEqualTo("7");
        assertThat(shown.get("maxAttempts").asInt()).isEqualTo(4);
        assertThat(schedules(database, "show", "nightly").out())
                .contains("priority low, 4 attempts, payload of 13 bytes", "header trace=7", "unique nightly report")
                .doesNotContain("all customers");
        assertThat(schedules(database, "remove", "nightly").endedWith(0).out()).contains("is removed");
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_schedule")).isZero();
    }

    @Test
    void puttingAgainChangesWhatIsDifferentAndOnlyThat(TestDatabase database) {
        migrate(database);
        String next = nightly(database, "put", "--every", "5m", "--new-queue", "--json")
                .endedWith(0)
                .json()
                .get("nextAt")
                .asText();
        JsonNode same = nightly(database, "put", "--every", "300s", "--json")
                .endedWith(0)
                .json();
        assertThat(same.get("outcome").asText()).isEqualTo("unchanged");
        JsonNode policy = nightly(database, "put", "--every", "5m", "--catch-up", "none", "--json")
                .endedWith(0)
                .json();
        assertThat(policy.get("outcome").asText()).isEqualTo("changed");
        assertThat(policy.get("catchUp").asText()).isEqualTo("none");
        assertThat(policy.get("nextAt").asText()).isEqualTo(next);
        JsonNode other = nightly(database, "put", "--after-end", "PT1H30M", "--json")
                .endedWith(0)
                .json();
        assertThat(other.get("timing").asText()).isEqualTo("after-end");
        assertThat(other.get("expression").asText()).isEqualTo("PT1H30M");
        assertThat(other.get("nextAt").asText()).isNotEqualTo(next);
    }

    /** The two nights on which the clocks of Berlin change. */
    @Test
    void cronGoesByTheZoneOnTheDaysWhenItsClockChanges(TestDatabase database) {
        migrate(database);
        nightly(database, "add", "--cron", "30 2 * * *", "--zone", "Europe/Berlin", "--new-queue")
                .endedWith(0);
        database.execute("UPDATE rowlock_schedule SET next_at = '2027-03-27 01:30:00'");
        assertThat(schedules(database, "show", "nightly", "--next", "3").out())
                .as("02:30 is skipped on the 28th, and it fires when the clock has jumped")
                .contains("fires at 2027-03-27T01:30:00Z, 2027-03-28T01:00:00Z, 2027-03-29T00:30:00Z");
        database.execute("UPDATE rowlock_schedule SET next_at = '2027-10-30 00:30:00'");
        assertThat(schedules(database, "show", "nightly", "--next", "3").out())
                .as("02:30 comes twice on the 31st, and it fires the first time")
                .contains("fires at 2027-10-30T00:30:00Z, 2027-10-31T00:30:00Z, 2027-11-01T01:30:00Z");
    }

    @Test
    void itIsStoppedFiredByHandAndGoesOn(TestDatabase database) {
        migrate(database);
        nightly(database, "add", "the report", "--cron", "0 2 * * *", "--new-queue")
                .endedWith(0);
        assertThat(schedules(database, "pause", "nightly").endedWith(0).out()).contains("is paused");
        assertThat(schedules(database, "list").out())
                .contains("paused since 20")
                .doesNotContain("next 20");
        assertThat(schedules(database, "list", "--json").json().get("state").asText())
                .isEqualTo("paused");
        String id = schedules(database, "fire", "nightly").endedWith(0).out().strip();
        JsonNode job = Rowlock.run(database, "jobs", "show", id, "--payload", "--json")
                .endedWith(0)
                .json();
        assertThat(job.get("payload").asText()).isEqualTo("the report");
        assertThat(job.get("headers").get("rowlock-schedule").asText()).isEqualTo("nightly");
        schedules(database, "resume", "nightly").endedWith(0);
        assertThat(schedules(database, "list").out()).contains("next 20");
    }

    @Test
    void whatAnotherReleaseWroteIsListedAndCanBeRemoved(TestDatabase database) {
        migrate(database);
        nightly(database, "add", "--cron", "0 2 * * *", "--zone", "Europe/Berlin", "--new-queue")
                .endedWith(0);
        schedules(database, "add", "hourly", "mails", "report", "--every", "1h").endedWith(0);
        database.execute("UPDATE rowlock_schedule SET zone = 'Europe/Atlantis' WHERE name = 'nightly'");
        CommandRun list = schedules(database, "list").endedWith(0);
        assertThat(list.out()).contains("hourly  every 1h", "nightly  cannot be read here", "'Europe/Atlantis'");
        schedules(database, "show", "nightly").endedWith(2).saying("schedule nightly cannot be read here");
        schedules(database, "pause", "nightly").endedWith(0);
        schedules(database, "remove", "nightly").endedWith(0);
        assertThat(schedules(database, "list").out()).doesNotContain("nightly");
    }

    @Test
    void whatIsWrongIsSaidAndNothingIsWritten(TestDatabase database) {
        migrate(database);
        Rowlock.mails(database, "1");
        nightly(database, "put").endedWith(2).saying("--cron");
        nightly(database, "put", "--cron", "0 2 * * *", "--every", "1h")
                .endedWith(2)
                .saying("one timing, and several are given");
        nightly(database, "put", "--cron", "0 25 * * *").endedWith(2).saying("'0 25 * * *'");
        nightly(database, "put", "--cron", "0 0 30 2 *").endedWith(2).saying("0 0 30 2 *");
        nightly(database, "put", "--cron", "0 2 * * *", "--zone", "Europe/Berln")
                .endedWith(2)
                .saying("'Europe/Berln' is not a time zone");
        nightly(database, "put", "--every", "10ms").endedWith(2).saying("one second to ten years");
        nightly(database, "put", "--every", "1h", "--catch-up", "some")
                .endedWith(2)
                .saying("none, latest or a number");
        nightly(database, "put", "--every", "1h", "--zone", "UTC").endedWith(2).saying("--cron");
        nightly(database, "put", "x", "--every", "1h", "--file", "/no/such/file")
                .endedWith(2)
                .saying("given twice");
        for (String command : List.of("show", "pause", "resume", "fire", "remove")) {
            assertThat(schedules(database, command, "weekly").endedWith(1).out())
                    .as(command)
                    .contains("there is no schedule weekly");
        }
        schedules(database).endedWith(2).saying("a command is missing");
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_schedule")).isZero();
    }
}
