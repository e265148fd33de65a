package dev.rowlock.cli.queue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rowlock.cli.fixture.CommandRun;
import dev.rowlock.embedded.ServerKind;
import dev.rowlock.queue.HandlerRules;
import dev.rowlock.queue.JobKind;
import dev.rowlock.queue.JobOutcome;
import dev.rowlock.queue.Queues;
import dev.rowlock.queue.RetryPolicy;
import dev.rowlock.queue.Worker;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** The managed queue by hand: its tables, where a job is, out of it again. */
@EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_11_4})
final class JobCommandsTest {
    private static final String BURY =
            "INSERT INTO rowlock_dead (id, queue_id, priority, token, attempts, max_attempts, kind, headers, payload,"
                    + " died_at, reason) SELECT id, queue_id, priority, token, attempts, max_attempts, kind, headers, payload,"
                    + " UTC_TIMESTAMP(6), 'no luck' FROM rowlock_job";

    private static void bury(TestDatabase database) {
        database.execute(BURY, "DELETE FROM rowlock_job");
    }

    private static CommandRun run(TestDatabase database, String... arguments) {
        return Rowlock.run(database, arguments);
    }

    @Test
    void tablesAreMadeOnceAndShownWithoutAServer(TestDatabase database) {
        assertThat(run(database, "migrate", "--dry-run").endedWith(1).out()).contains("would apply: V1 queue");
        assertThat(run(database, "migrate").endedWith(0).out()).contains("applied: V1 queue");
        assertThat(run(database, "migrate", "--json").endedWith(0).json().get("applied"))
                .isEmpty();
        run(database, "migrate", "--dry-run").endedWith(0);
        CommandRun print = CommandRun.run(Map.of(), "migrate", "--print").endedWith(0);
        assertThat(print.out()).contains("CREATE TABLE IF NOT EXISTS rowlock_job (");
        run(database, "migrate", "--print", "--dry-run").endedWith(2);
    }

    @Test
    void jobsAreShownAndCancelled(TestDatabase database) {
        List<String> ids = Rowlock.mails(database, "one", "two", "three");
        String first = ids.get(0);
        assertThat(run(database, "jobs", "show", first).endedWith(0).out())
                .startsWith("job " + first + " of mails, kind welcome, priority normal: ready, 0 of 20 attempts failed")
                .doesNotContain("one");
        JsonNode shown =
                run(database, "jobs", "show", first, "--payload", "--json").json();
        assertThat(shown.get("payload").asText()).isEqualTo("one");
        assertThat(shown.get("failures")).isEmpty();
        run(database, "jobs", "retry", first).endedWith(1);
        assertThat(run(database, "jobs", "cancel", first).endedWith(0).out()).contains("which was ready");
        CommandRun several = Rowlock.reading(
                        ids.get(1) + "\n" + first + "\n", database, "jobs", "cancel", "-", "--json")
                .endedWith(1);
        assertThat(several.jsonLines().stream().map(line -> line.get("outcome").asText()))
                .containsExactly("cancelled", "not there");
        assertThat(run(database, "jobs", "show", first, "--json")
                        .json()
                        .get("state")
                        .asText())
                .isEqualTo("cancelled");
        run(database, "jobs", "show", "7").endedWith(2).saying("not the id of a job");
        run(database, "jobs", "cancel").endedWith(2);
        run(database, "jobs", "show", "01936b2e-7c1f-7d3a-9a52-3f1c0a7be001").endedWith(1);
    }

    @Test
    void jobsAreListedByStateAndPage(TestDatabase database) {
        List<String> ids = Rowlock.mails(database, "1", "2", "3", "4", "5");
        database.execute("UPDATE rowlock_job SET lease_until = UTC_TIMESTAMP(6) + INTERVAL 1 HOUR ORDER BY id LIMIT 1");
        CommandRun page = run(database, "jobs", "list", "mails", "--state", "ready", "--limit", "2", "--ids")
                .endedWith(0);
        assertThat(page.out().lines()).containsExactly(ids.get(1), ids.get(2));
        assertThat(page.error()).contains("--after " + ids.get(2));
        CommandRun rest = run(database, "jobs", "list", "mails", "--state", "ready", "--after", ids.get(2), "--ids");
        assertThat(rest.out().lines()).containsExactly(ids.get(3), ids.get(4));
        assertThat(rest.error()).isEmpty();
        assertThat(run(
                                database,
                                "jobs",
                                "list",
                                "mails",
                                "--state",
                                "ready",
                                "--newest-first",
                                "--limit",
                                "1",
                                "--json")
                        .json()
                        .get("id")
                        .asText())
                .isEqualTo(ids.get(4));
        assertThat(run(database, "jobs", "list", "mails", "--state", "running", "--json")
                        .json()
                        .get("leaseUntil"))
                .isNotNull();
        run(database, "jobs", "list", "mails", "--state", "ready", "--kind", "other")
                .endedWith(1);
        run(database, "jobs", "list", "mails", "--state", "dead").endedWith(1);
        run(database, "jobs", "list", "nails", "--state", "dead").endedWith(2).saying("the queues are: mails");
        run(database, "jobs", "list", "mails").endedWith(2).saying("--state");
    }

    @Test
    void deadLettersAreRetriedAndDiscarded(TestDatabase database) {
        List<String> ids = Rowlock.mails(database, "1", "2", "3", "4");
        bury(database);
        assertThat(run(database, "jobs", "show", ids.get(0)).out()).contains(": dead");
        assertThat(run(database, "jobs", "retry", ids.get(0)).endedWith(0).out())
                .contains("ready again");
        assertThat(run(database, "jobs", "discard", ids.get(1), ids.get(0), "--json").endedWith(1).jsonLines().stream()
                        .map(line -> line.get("outcome").asText()))
                .containsExactly("discarded", "no dead letter");
        assertThat(run(database, "jobs", "retry", "--queue", "mails", "--kind", "other", "--json")
                        .json()
                        .get("ready")
                        .asInt())
                .isZero();
        assertThat(run(database, "jobs", "retry", "--queue", "mails", "--reason", "other", "--json")
                        .json()
                        .get("ready")
                        .asInt())
                .isZero();
        assertThat(run(database, "jobs", "retry", "--queue", "mails", "--reason", "NO LUCK", "--rate", "1000", "--json")
                        .json()
                        .get("ready")
                        .asInt())
                .isEqualTo(2);
        bury(database);
        assertThat(run(database, "jobs", "discard", "--queue", "mails", "--kind", "welcome")
                        .out())
                .contains("3 dead letters of mails are discarded");
        run(database, "jobs", "retry").endedWith(2);
        run(database, "jobs", "retry", ids.get(0), "--queue", "mails").endedWith(2);
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_history WHERE outcome = 3"))
                .isEqualTo(4);
    }

    /** What attempts tell is shown with the attempt that told it, and how far the last one came. */
    @Test
    void progressLogLinesAndAttemptsAreShown(TestDatabase database) {
        String id = Rowlock.mails(database, "one").get(0);
        HandlerRules rules = HandlerRules.standard().withRetry(RetryPolicy.fixed(Duration.ofMillis(1)));
        try (Worker worker = Queues.open(database.dataSource())
                .queue("mails")
                .worker()
                .handle(
                        JobKind.text("welcome"),
                        job -> {
                            job.progress(5L * job.attempt(), 20, "page " + job.attempt());
                            job.log("sent " + job.attempt());
                            return job.attempt() == 1 ? JobOutcome.failed("no such address") : JobOutcome.done();
                        },
                        rules)
                .start()) {
            Awaitility.await().until(() -> worker.counts().done() == 1);
        }
        List<String> lines =
                run(database, "jobs", "show", id).endedWith(0).out().lines().toList();
        assertThat(lines.get(0)).contains(": done, 1");
        assertThat(lines.get(1)).startsWith("  progress 10 of 20 (50 %), page 2  attempt 2 at ");
        assertThat(lines.get(2)).matches("  attempt 1 \\+\\d\\.\\d{3} s: sent 1");
        assertThat(lines.get(3)).startsWith("  attempt 1 failed at ").endsWith(": no such address");
        assertThat(lines.get(4)).matches("  attempt 2 \\+\\d\\.\\d{3} s: sent 2");
        assertThat(lines).hasSize(5);
        JsonNode json = run(database, "jobs", "show", id, "--json").json();
        assertThat(json.get("progress").get("done").asInt()).isEqualTo(10);
        assertThat(json.get("progress").get("total").asInt()).isEqualTo(20);
        assertThat(json.get("progress").get("note").asText()).isEqualTo("page 2");
        assertThat(json.get("failures").get(0).get("reason").asText()).isEqualTo("no such address");
        assertThat(json.get("log").get(1).get("attempt").asInt()).isEqualTo(2);
        assertThat(json.get("log").get(1).get("omitted").asInt()).isZero();
        assertThat(json.get("log").get(1).get("lines").get(0).get("text").asText())
                .isEqualTo("sent 2");
    }

    @Test
    void kindsArePutInQuarantineListedAndReleased(TestDatabase database) {
        String id = Rowlock.mails(database, "one").get(0);
        assertThat(run(database, "queues", "quarantine").endedWith(0).out()).contains("no kind is in quarantine");
        assertThat(run(database, "queues", "quarantine", "--json").endedWith(0).out())
                .isEmpty();
        assertThat(run(database, "queues", "quarantine", "--add", "welcome", "--reason", "until Monday")
                        .endedWith(0)
                        .out())
                .contains("kind welcome is in quarantine");
        assertThat(run(database, "queues", "quarantine", "--add", "welcome")
                        .endedWith(1)
                        .out())
                .contains("already");
        assertThat(run(database, "queues", "quarantine").endedWith(0).out())
                .startsWith("welcome  since ")
                .contains("until Monday");
        run(database, "work", "mails", "--noop", "--until-empty").endedWith(0);
        assertThat(run(database, "jobs", "show", id).out()).contains(": quarantined");
        JsonNode listed = run(database, "queues", "quarantine", "--json").json();
        assertThat(listed.get("kind").asText()).isEqualTo("welcome");
        assertThat(listed.get("losses").asInt()).isZero();
        assertThat(listed.get("reason").asText()).isEqualTo("until Monday");
        assertThat(run(database, "queues", "quarantine", "--release", "welcome", "--release", "other", "--json")
                        .endedWith(1)
                        .jsonLines()
                        .stream()
                        .map(line -> line.get("outcome").asText() + " " + line.get("jobs")))
                .containsExactly("released 1", "not in quarantine 0");
        assertThat(run(database, "queues", "quarantine").out()).contains("no kind is in quarantine");
        assertThat(run(database, "jobs", "show", id).out()).doesNotContain("quarantined");
        run(database, "queues", "quarantine", "--reason", "why").endedWith(2);
        run(database, "queues", "quarantine", "--add", "a", "--release", "b").endedWith(2);
    }

    @Test
    void queuesAreListedPausedAndResumed(TestDatabase database) {
        run(database, "migrate");
        assertThat(run(database, "queues", "list").endedWith(0).out()).contains("no queues yet");
        List<String> ids = Rowlock.mails(database, "1", "2");
        run(database, "jobs", "cancel", ids.get(0)).endedWith(0);
        run(database, "queues", "pause", "nails").endedWith(2).saying("the queues are: mails");
        assertThat(run(database, "queues", "pause", "mails").endedWith(0).out()).contains("is paused");
        JsonNode paused = run(database, "queues", "list", "--json").json();
        assertThat(paused.get("state").asText()).isEqualTo("paused");
        assertThat(paused.get("cancelled").asInt()).isEqualTo(1);
        run(database, "queues", "resume", "mails").endedWith(0);
        assertThat(run(database, "queues", "list").out()).startsWith("mails  done 0  cancelled 1");
        // A worker that runs counts.
        run(database, "work", "mails", "--noop", "--until-empty").endedWith(0);
        JsonNode worked = run(database, "queues", "list", "--json").json();
        assertThat(worked.get("done").asInt()).isEqualTo(1);
        assertThat(worked.has("ready")).isEqualTo(worked.has("countedAt"));
    }
}
