package dev.rowlock.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.embedded.ServerKind;
import dev.rowlock.queue.fixture.MigratingProcess;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Many real processes that start at once on an empty schema: {@code -Drowlock.processes=64}. */
@EachServer(only = ServerKind.MYSQL_DEV)
final class ManyProcessesTest {
    private static final int PROCESSES = Integer.getInteger("rowlock.processes", 12);

    @Test
    void oneMigratesAndTheOthersWaitForItWithoutADeadlock(TestDatabase database) throws Exception {
        long deadlocks = deadlocks(database);
        long start = System.nanoTime();
        List<MigratingProcess> processes = new ArrayList<>();
        List<String> answers = new ArrayList<>();
        double ready;
        try {
            for (int n = 0; n < PROCESSES; n++) {
                processes.add(MigratingProcess.onTheClassPath(database.url()));
            }
            for (MigratingProcess process : processes) {
                process.awaitReady();
            }
            ready = (System.nanoTime() - start) / 1e9;
            for (MigratingProcess process : processes) {
                process.go();
            }
            for (MigratingProcess process : processes) {
                answers.add(process.answer());
            }
        } finally {
            processes.forEach(MigratingProcess::close);
        }
        System.out.printf(
                "%d processes: up after %.1f s, migrated %.1f s later%n",
                PROCESSES, ready, (System.nanoTime() - start) / 1e9 - ready);
        assertThat(answers).hasSize(PROCESSES).containsOnlyOnce("1/1").containsOnly("1/1", "1/0");
        assertThat(deadlocks(database)).isEqualTo(deadlocks);
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_queue")).isEqualTo(1);
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_schema_history WHERE version = '1' AND success = 1"))
                .isEqualTo(1);
    }

    private static long deadlocks(TestDatabase database) {
        return database.number(
                "SELECT SUM(SUM_ERROR_RAISED) FROM performance_schema.events_errors_summary_global_by_error WHERE ERROR_NUMBER = 1213");
    }
}
