package dev.rowlock.cli.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rowlock.cli.fixture.CommandRun;
import dev.rowlock.embedded.ServerKind;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.Statement;
import java.util.Map;

final class WhyCommandTest {
    @EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_11_4})
    void saysThatNothingIsWrong(TestDatabase database) {
        CollidingUpdates.createTable(database);
        CommandRun run = why(database, "stock", "--seconds", "1").endedWith(0);
        assertThat(run.out())
                .contains(database.schema() + ".stock: nothing that could be seen in the server explains it.")
                .contains("garbage collection")
                .contains("collision rate (not known): not measured");
    }

    /** What an idle session ran last, and so its side, only MySQL tells. */
    @EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_11_4})
    void namesTheCause(TestDatabase database) throws Exception {
        CollidingUpdates.createTable(database);
        String cause = database.isMariaDb() ? "idle-transaction" : "batch-holds-rows";
        try (Connection holder = database.connect();
                Connection waiter = database.connect();
                Statement holds = holder.createStatement();
                Statement waits = waiter.createStatement()) {
            holder.setAutoCommit(false);
            waiter.setAutoCommit(false);
            holds.execute("/* batch */ UPDATE stock SET note = 'secret a' WHERE id = 1");
            Thread waiting =
                    new Thread(() -> CollidingUpdates.run(waits, "UPDATE stock SET note = 'secret b' WHERE id = 1"));
            waiting.start();
            JsonNode json = why(database, "stock", "--seconds", "3", "--json")
                    .endedWith(1)
                    .json();
            holder.rollback();
            waiting.join();
            waiter.rollback();
            assertThat(json.get("table").asText()).isEqualTo(database.schema() + ".stock");
            JsonNode finding = json.get("finding");
            assertThat(finding.get("cause").asText()).isEqualTo(cause);
            assertThat(finding.get("step").asText()).isEqualTo("lock-waits");
            assertThat(finding.get("evidence").toString())
                    .contains("in the way: connection ")
                    .doesNotContain("secret");
            assertThat(json.get("steps")).hasSize(9);
        }
    }

    @EachServer(only = ServerKind.MYSQL_DEV)
    void saysWhatIsWrongWithTheQuestion(TestDatabase database) {
        why(database, "nothing", "--seconds", "1").endedWith(2).saying("there is no table nothing");
        why(database, "stock", "--seconds", "0").endedWith(2).saying("30 s");
        why(database).endedWith(2).saying("TABLE");
        CommandRun.run(Map.of("ROWLOCK_URL", "jdbc:mysql://127.0.0.1:1/x"), "why", "stock")
                .endedWith(3);
    }

    private static CommandRun why(TestDatabase database, String... arguments) {
        String[] all = new String[arguments.length + 1];
        all[0] = "why";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        return CommandRun.run(Map.of("ROWLOCK_URL", database.url()), all);
    }
}
