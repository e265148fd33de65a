package dev.rowlock.cli.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.embedded.ServerKind;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.Sharing;
import dev.rowlock.testing.TestDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.io.TempDir;

/**
 * A million rows of the first layout of A12, four worker processes, one of them killed with SIGKILL every five seconds, the server
 * killed once. Triggers write down every claim and every completion inside the transaction that makes it.
 */
class KilledWorkersTest {
    private static final int ROWS = Integer.getInteger("rowlock.chaos.rows", 1_000_000);
    private static final int WORKERS = 4;
    private static final Duration BETWEEN_KILLS = Duration.ofSeconds(5);

    @TempDir
    private Path folder;

    @EachServer(only = ServerKind.MYSQL_DEV, sharing = Sharing.DEDICATED)
    void everyRowEndsOnceAndNoneIsLost(TestDatabase database) throws Exception {
        fill(database);
        Path output = folder.resolve("workers.log");
        int[] kills = {0};
        List<WorkerProcess> workers = new ArrayList<>();
        try {
            for (int at = 0; at < WORKERS; at++) {
                workers.add(start(database, output));
            }
            boolean serverKilled = false;
            while (database.number("SELECT COUNT(*) FROM job_queue WHERE status IN ('ready', 'processing')") > 0) {
                pause(workers);
                if (!serverKilled && kills[0] >= 2) {
                    database.server().kill();
                    database.server().restart();
                    serverKilled = true;
                }
                int victim = kills[0]++ % WORKERS;
                workers.get(victim).kill();
                workers.set(victim, start(database, output));
            }
            assertThat(serverKilled)
                    .as("the work took long enough for a server to be killed")
                    .isTrue();
            for (WorkerProcess worker : workers) {
                assertThat(worker.exitCode(60)).as(Files.readString(output)).isZero();
            }
        } finally {
            workers.forEach(WorkerProcess::close);
        }
        verify(database, Files.readString(output));
    }

    private static WorkerProcess start(TestDatabase database, Path output) throws Exception {
        return WorkerProcess.start(
                database.url(), output, "job_queue", "--noop", "--batch", "1000", "--lease", "10s", "--until-empty");
    }

    /** Waits for the next kill, or until a worker has found the table empty. */
    private static void pause(List<WorkerProcess> workers) {
        long start = System.nanoTime();
        Awaitility.await()
                .atMost(BETWEEN_KILLS.plusSeconds(5))
                .until(() -> System.nanoTime() - start >= BETWEEN_KILLS.toNanos()
                        || workers.stream().noneMatch(WorkerProcess::isAlive));
    }

    private static void verify(TestDatabase database, String output) {
        assertThat(database.number("SELECT COUNT(*) FROM job_queue")).isEqualTo(ROWS);
        assertThat(database.number("SELECT COUNT(*) FROM job_queue WHERE status NOT IN ('done', 'dead')"))
                .as("rows that have not ended")
                .isZero();
        assertThat(
                        database.number(
                                "SELECT COUNT(*) FROM (SELECT id FROM audit WHERE event = 'done' GROUP BY id HAVING COUNT(*) > 1) twice"))
                .as("rows completed twice")
                .isZero();
        assertThat(database.number("SELECT COUNT(*) FROM job_queue j WHERE status = 'done'"
                        + " AND NOT EXISTS (SELECT 1 FROM audit a WHERE a.id = j.id AND a.event = 'done')"))
                .as("rows that are done without a completion")
                .isZero();
        assertThat(database.number("SELECT COUNT(*) FROM (SELECT id, stamp FROM audit WHERE event = 'claim'"
                        + " GROUP BY id, stamp HAVING COUNT(*) > 1) twice"))
                .as("rows claimed twice under one fence")
                .isZero();
        assertThat(database.number("SELECT COUNT(*) FROM job_queue WHERE attempts > 0"))
                .as("rows of killed workers that were reclaimed")
                .isPositive();
        assertThat(database.number("SELECT COUNT(*) FROM job_queue WHERE attempts > 25"))
                .isZero();
        assertThat(output).doesNotContain("at dev.rowlock");
    }

    private static void fill(TestDatabase database) {
        database.execute(
                "CREATE TABLE job_queue(id BIGINT AUTO_INCREMENT PRIMARY KEY, payload JSON, status VARCHAR(16) NOT NULL,"
                        + " available_at DATETIME NOT NULL, lease_until DATETIME NULL, attempts INT NOT NULL DEFAULT 0,"
                        + " KEY(status, available_at, id))",
                "CREATE TABLE audit(n BIGINT AUTO_INCREMENT PRIMARY KEY, id BIGINT NOT NULL, event VARCHAR(5) NOT NULL, stamp DATETIME NOT NULL)",
                "CREATE TABLE digit(d INT PRIMARY KEY)",
                "INSERT INTO digit VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)",
                "INSERT INTO job_queue(payload, status, available_at)"
                        + " SELECT '{\"order\": 1}', 'ready', NOW() - INTERVAL 1 MINUTE"
                        + " FROM digit a, digit b, digit c, digit d, digit e, digit f LIMIT " + ROWS,
                "CREATE TRIGGER job_queue_audit AFTER UPDATE ON job_queue FOR EACH ROW"
                        + " INSERT INTO audit(id, event, stamp)"
                        + " SELECT NEW.id, IF(NEW.status = 'done', 'done', 'claim'), NEW.lease_until"
                        + " FROM (SELECT 1) one"
                        + " WHERE NEW.status <> OLD.status AND NEW.status IN ('processing', 'done')");
    }
}
