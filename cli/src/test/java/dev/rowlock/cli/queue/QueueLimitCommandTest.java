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

/** Keys of jobs and limits of queues by hand. */
@EachServer(only = ServerKind.MYSQL_DEV)
final class QueueLimitCommandTest {
    private static CommandRun limit(TestDatabase database, String... arguments) {
        List<String> all = new ArrayList<>(List.of("queues", "limit", "mails"));
        all.addAll(List.of(arguments));
        return Rowlock.run(database, all.toArray(String[]::new));
    }

    @Test
    void limitsAreSetToldAndTakenAway(TestDatabase database) {
        Rowlock.mails(database, "1");
        assertThat(limit(database).endedWith(0).out())
                .isEqualToNormalizingNewlines("mails  each concurrency key: no limit  all: no limit\n");
        limit(database, "--concurrent", "10", "--rate", "100/1m").endedWith(0);
        limit(database, "--kind", "pdf", "--concurrent", "2").endedWith(0);
        assertThat(limit(database, "--all", "--rate", "50/1500ms").endedWith(0).out())
                .isEqualToNormalizingNewlines(
                        "mails  each concurrency key: 10 at a time, 100/1m  kind pdf: 2 at a time  all: 50/PT1.5S\n");
        JsonNode json = limit(database, "--json").json();
        assertThat(json.get("keys").get("concurrent").asInt()).isEqualTo(10);
        assertThat(json.get("kinds").get("pdf").get("rate").isNull()).isTrue();
        assertThat(json.get("rate").asText()).isEqualTo("50/PT1.5S");
        limit(database, "--kind", "pdf", "--none").endedWith(0);
        limit(database, "--all", "--none").endedWith(0);
        assertThat(limit(database, "--none").out()).contains("each concurrency key: no limit  all: no limit");
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_limit")).isZero();
    }

    @Test
    void whatIsWrongIsSaid(TestDatabase database) {
        Rowlock.mails(database, "1");
        limit(database, "--none", "--concurrent", "1").endedWith(2).saying("--none");
        limit(database, "--kind", "pdf").endedWith(2).saying("a limit is missing");
        limit(database, "--all", "--concurrent", "1").endedWith(2).saying("a rate and no --concurrent");
        limit(database, "--rate", "100").endedWith(2).saying("'100' is not a rate");
        limit(database, "--rate", "5000/1s").endedWith(2).saying("1 to 1000 jobs");
        limit(database, "--concurrent", "0").endedWith(2).saying("not 0");
        Rowlock.run(database, "queues", "limit", "nails").endedWith(2).saying("the queues are: mails");
    }

    @Test
    void jobsAreEnqueuedWithKeys(TestDatabase database) {
        Rowlock.mails(database, "1");
        Rowlock.run(database, "enqueue", "mails", "welcome", "x", "--ordering-key", "customer 7")
                .endedWith(0);
        String first = Rowlock.run(database, "enqueue", "mails", "welcome", "x", "--unique", "report")
                .endedWith(0)
                .out()
                .strip();
        assertThat(Rowlock.run(database, "enqueue", "mails", "welcome", "x", "--unique", "report")
                        .endedWith(1)
                        .out())
                .startsWith(first);
        Rowlock.reading(
                        "{\"payload\": 1, \"concurrencyKey\": \"smtp\"}\n{\"payload\": 2, \"orderingKey\": \"customer 7\"}\n{\"payload\": 3, \"uniquePending\": \"report\"}\n",
                        database,
                        "enqueue",
                        "mails",
                        "welcome",
                        "--json-lines")
                .endedWith(0);
        assertThat(database.text("SELECT GROUP_CONCAT(line_key ORDER BY seq) FROM rowlock_lined"))
                .isEqualTo("o:customer 7,l:smtp,o:customer 7");
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_job WHERE kind <> ''"))
                .isEqualTo(2);
        Rowlock.run(database, "enqueue", "mails", "welcome", "x", "--ordering-key", "a", "--concurrency-key", "b")
                .endedWith(2)
                .saying("mutually exclusive");
        Rowlock.reading("x\n", database, "enqueue", "mails", "welcome", "--lines", "--unique", "report")
                .endedWith(2)
                .saying("--json-lines");
    }
}
