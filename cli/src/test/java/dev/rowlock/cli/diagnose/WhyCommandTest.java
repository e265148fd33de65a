package dev.rowlock.cli.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rowlock.cli.fixture.CommandRun;
import dev.rowlock.embedded.ServerKind;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongFunction;

final class WhyCommandTest {
    @EachServer(only = ServerKind.MARIADB_11_4)
    void saysThatNothingIsWrong(TestDatabase database) {
        CollidingUpdates.createTable(database);
        CommandRun run = why(database, "stock", "--seconds", "1").endedWith(0);
        assertThat(run.out())
                .contains(database.schema() + ".stock: nothing that could be seen in the server explains it.")
                .contains("garbage collection")
                .contains("collision rate (not known): not measured");
    }

    /** What an idle session ran last, and so its side, only MySQL tells. */
    @EachServer(only = ServerKind.MYSQL_DEV)
    void namesTheCause(TestDatabase database) throws Exception {
        CollidingUpdates.createTable(database);
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
            JsonNode json = why(database, "stock", "--seconds", "1", "--json")
                    .endedWith(1)
                    .json();
            holder.rollback();
            waiting.join();
            waiter.rollback();
            assertThat(json.get("table").asText()).isEqualTo(database.schema() + ".stock");
            JsonNode finding = json.get("finding");
            assertThat(finding.get("cause").asText()).isEqualTo("batch-holds-rows");
            assertThat(finding.get("step").asText()).isEqualTo("lock-waits");
            assertThat(finding.get("evidence").toString())
                    .contains("in the way: connection ")
                    .doesNotContain("secret");
            assertThat(json.get("steps")).hasSize(9);
        }
    }

    /** Online traffic writes half of the rows that the batch would touch; the batch's own writes, known by connection, do not count. */
    @EachServer(only = ServerKind.MYSQL_DEV)
    void namesTheCollisionsWithTheBatch(TestDatabase database) throws Exception {
        CollidingUpdates.createTable(database);
        database.execute("INSERT INTO stock (id) SELECT @id := @id + 1 FROM information_schema.COLLATIONS,"
                + " (SELECT @id := 2) AS start LIMIT 38");
        String write = "UPDATE stock SET note = UUID() WHERE id <= 20";
        String[] question = {"stock", "--seconds", "2", "--json", "--batch-predicate", "id > :least", "-p", "least=0"};
        JsonNode online = whileWriting(
                database, write, id -> why(database, question).endedWith(1).json());
        String[] batch = Arrays.copyOf(question, question.length + 2);
        batch[question.length] = "--batch-connection";
        JsonNode batchOnly = whileWriting(database, write, id -> {
            batch[question.length + 1] = Long.toString(id);
            return why(database, batch).endedWith(0).json();
        });
        assertThat(batchOnly.get("steps").get(1).toString()).contains("0.00 % of the rows");
        assertThat(online.get("finding").get("cause").asText()).isEqualTo("collisions");
        assertThat(online.get("finding").get("evidence").get(0).asText()).startsWith("50.00 % of the rows");
    }

    /** Asks while one connection writes again and again. */
    private static JsonNode whileWriting(TestDatabase database, String sql, LongFunction<JsonNode> question)
            throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet id = statement.executeQuery("SELECT CONNECTION_ID()")) {
            id.next();
            long writerId = id.getLong(1);
            Thread writer = new Thread(() -> {
                while (!over.get() && CollidingUpdates.run(connection, sql) == 0) {
                    Thread.onSpinWait();
                }
            });
            writer.start();
            try {
                return question.apply(writerId);
            } finally {
                over.set(true);
                writer.join();
            }
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
