package dev.rowlock.cli.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rowlock.cli.fixture.Batch;
import dev.rowlock.cli.fixture.CommandProcess;
import dev.rowlock.cli.fixture.CommandRun;
import dev.rowlock.embedded.ServerKind;
import dev.rowlock.testing.Account;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code batch run} says when something is left: rows at the user's limit, or a run that its process has to leave. */
@EachServer(only = {ServerKind.MYSQL_DEV})
final class BatchLeftTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    /** The same as text is shown by {@link BatchCommandTest}. */
    @Test
    void rowsThatAreLeftWhenTheLimitSaysStopAreCountedAsJson(TestDatabase database) throws SQLException {
        Batch.orders(database, 90);
        try (Connection online = database.connect();
                Statement statement = online.createStatement()) {
            online.setAutoCommit(false);
            statement.execute("SELECT * FROM orders WHERE id IN (4, 7) FOR UPDATE");
            CommandRun run = CommandRun.run(
                            Map.of("ROWLOCK_URL", database.url()),
                            Batch.counting("run", "--json", "--give-up-held", "1s"))
                    .endedWith(1);
            JsonNode summary = run.json();
            assertThat(summary.path("state").asText()).isEqualTo("done");
            assertThat(summary.path("held").asLong()).isEqualTo(2);
            assertThat(summary.path("changed").asLong()).isEqualTo(58);
            assertThat(summary.path("reconciled").asBoolean()).isFalse();
            online.rollback();
        }
        assertThat(database.number("SELECT SUM(n) FROM orders")).isEqualTo(58);
    }

    /** Its account may no longer write our tables: nobody could write down why the run stopped, so the process has to say it. */
    @Test
    void aProcessThatHasToLeaveItsRunSaysSoOnceAndHowToGoOn(TestDatabase database)
            throws IOException, InterruptedException {
        String own = database.schema() + "_own";
        database.execute("CREATE SCHEMA " + own);
        Batch.orders(database, 3_000);
        try (Account account =
                Account.create(database, "IDENTIFIED BY 'Secret-1'").grant("SELECT, UPDATE", "orders")) {
            database.execute("GRANT ALL ON " + own + ".* TO " + account.name());
            try (CommandProcess run = CommandProcess.start(
                    folder,
                    Map.of(
                            "ROWLOCK_URL",
                            database.url().replaceAll("([?&])(user|password)=[^&]*&?", "$1"),
                            "ROWLOCK_USER",
                            "u_" + database.schema(),
                            "ROWLOCK_PASSWORD",
                            "Secret-1"),
                    Batch.counting(
                            "run",
                            "--rate",
                            "500",
                            "--chunk-rows",
                            "10",
                            "--threads",
                            "2",
                            "--schema-for-tables",
                            own))) {
                await().atMost(PATIENCE).until(() -> database.number("SELECT SUM(n) FROM orders") > 100);
                database.execute("REVOKE ALL ON " + own + ".* FROM " + account.name());
                assertThat(run.exitCode()).as(run.output()).isEqualTo(1);
                List<String> told = run.output()
                        .lines()
                        .filter(line -> line.startsWith("WARN this process leaves run 1"))
                        .toList();
                assertThat(told).as(run.output()).hasSize(1);
                assertThat(told.get(0))
                        .contains("cannot write down why", "Nothing is lost")
                        .contains("rowlock batch run --join 1");
                assertThat(run.output())
                        .contains("run 1 was left by this process, which did ")
                        .doesNotContain("there is no batch run", "\tat ");
            }
            long left = database.number("SELECT SUM(n) FROM orders");
            assertThat(left).isBetween(100L, 1_999L);
            database.execute("GRANT ALL ON " + own + ".* TO " + account.name());
            Batch.run(database, "rate", "1", "100000", "--schema-for-tables", own)
                    .endedWith(0);
            assertThat(Batch.run(database, "run", "--join", "1", "--schema-for-tables", own)
                            .endedWith(0)
                            .out())
                    .contains("matched 2,000 = changed 2,000");
            assertThat(database.number("SELECT COUNT(*) FROM orders WHERE n = IF(status = 'PENDING', 1, 0)"))
                    .isEqualTo(3_000);
        } finally {
            database.execute("DROP SCHEMA IF EXISTS " + own);
        }
    }
}
