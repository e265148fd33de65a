package dev.rowlock.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.queue.fixture.MigratingProcess;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Real processes that start on an empty schema, and one that is killed while it migrates. */
@EachServer
final class SchemaProcessesTest {
    private static final int PROCESSES = 4;

    @Test
    void processesStartAtOnceAndOneMigrates(TestDatabase database) throws Exception {
        List<MigratingProcess> processes = new ArrayList<>();
        try {
            processes.add(MigratingProcess.asModules(database.url()));
            for (int n = 1; n < PROCESSES; n++) {
                processes.add(MigratingProcess.onTheClassPath(database.url()));
            }
            for (MigratingProcess process : processes) {
                process.awaitReady();
            }
            for (MigratingProcess process : processes) {
                process.go();
            }
            List<String> answers = new ArrayList<>();
            for (MigratingProcess process : processes) {
                answers.add(process.answer());
            }
            assertThat(answers).hasSize(PROCESSES).containsOnlyOnce("1/1").containsOnly("1/1", "1/0");
        } finally {
            processes.forEach(MigratingProcess::close);
        }
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_queue")).isEqualTo(1);
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_schema_history WHERE version = '1' AND success = 1"))
                .isEqualTo(1);
    }

    @Test
    void theNextStartFinishesWhatAKilledProcessBegan(TestDatabase database) throws Exception {
        String from = Schema.script().substring(Schema.script().indexOf("CREATE TABLE IF NOT EXISTS rowlock_duty"));
        String duty = from.substring(0, from.indexOf(';'));
        try (Connection other = database.connect();
                Statement statement = other.createStatement();
                MigratingProcess process = MigratingProcess.onTheClassPath(database.url())) {
            statement.execute(duty);
            other.setAutoCommit(false);
            statement.execute("INSERT INTO rowlock_duty (id, status) VALUES (1, 'free')");
            process.awaitReady();
            process.go();
            // It waits at its last statement but one, for the row of the other.
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> database.number(
                                    "SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE DB = DATABASE() AND INFO LIKE 'INSERT IGNORE INTO rowlock_duty%'")
                            == 1);
            process.kill();
            other.rollback();
        }
        assertThat(Schema.state(database.dataSource()).version()).isZero();
        SchemaState state = Schema.migrate(database.dataSource());
        assertThat(state.version()).isEqualTo(1);
        assertThat(state.applied()).containsExactly("V1 queue");
        assertThat(Queues.open(database.dataSource()).queue("mails").isPaused()).isFalse();
    }

    @Test
    void withoutFlywayItSaysWhatIsMissingAndTheScriptWillDo(TestDatabase database) throws Exception {
        try (MigratingProcess process = MigratingProcess.withoutFlyway(database.url())) {
            process.awaitReady();
            process.go();
            assertThat(process.answer()).contains("org.flywaydb:flyway-mysql").contains("Schema.script()");
        }
        for (String statement : Schema.script().split(";", -1)) {
            if (!statement.isBlank()) {
                database.execute(statement);
            }
        }
        try (MigratingProcess process = MigratingProcess.withoutFlyway(database.url())) {
            process.awaitReady();
            process.go();
            assertThat(process.answer()).isEqualTo("1/0");
        }
    }
}
