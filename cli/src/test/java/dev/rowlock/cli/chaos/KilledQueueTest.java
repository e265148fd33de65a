package dev.rowlock.cli.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.embedded.ServerKind;
import dev.rowlock.queue.JobKind;
import dev.rowlock.queue.NewJob;
import dev.rowlock.queue.QuarantinedKind;
import dev.rowlock.queue.Queue;
import dev.rowlock.queue.Queues;
import dev.rowlock.queue.Schema;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.Sharing;
import dev.rowlock.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.io.TempDir;

/**
 * The managed queue with four worker processes and two that enqueue, of which one after the other is killed with SIGKILL or stopped for longer than its lease,
 * and the server is killed: what was acknowledged is done, and once, and of all kinds only the one that kills workers itself is in quarantine. Triggers write
 * down every ending in the transaction that makes it.
 *
 * <p>A million jobs: {@code -Drowlock.chaos.jobs=1000000}.
 */
final class KilledQueueTest {
    private static final int JOBS = Integer.getInteger("rowlock.chaos.jobs", 12_000);
    private static final boolean LARGE = JOBS > 100_000;
    private static final int WORKERS = 4;
    private static final int ENQUEUERS = 2;
    private static final int BATCH = LARGE ? 1_000 : 100;
    private static final Duration LEASE = Duration.ofSeconds(LARGE ? 5 : 2);
    private static final Duration BETWEEN = Duration.ofMillis(LARGE ? 4_000 : 1_200);
    private static final int LIMIT = 3;
    private static final int HOPELESS = 20;
    private static final int POISON = 2;
    private static final int POISON_LIMIT = 20;

    /** What is done to them, in turn. */
    private enum Blow {
        KILL_WORKER,
        /** Early, while there is one: on an idle machine they are soon through. */
        KILL_ENQUEUER,
        STOP_WORKER,
        KILL_WORKER_AGAIN,
        KILL_SERVER
    }

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    private final Map<Blow, Integer> blows = new EnumMap<>(Blow.class);

    @EachServer(only = ServerKind.MYSQL_DEV, sharing = Sharing.DEDICATED)
    void whatWasAcknowledgedIsDoneAndOnce(TestDatabase database) throws Exception {
        prepare(database);
        long start = System.nanoTime();
        List<WorkerProcess> workers = new ArrayList<>();
        List<WorkerProcess> enqueuers = new ArrayList<>();
        try {
            for (int at = 0; at < WORKERS; at++) {
                workers.add(worker(database));
            }
            for (int at = 0; at < ENQUEUERS; at++) {
                enqueuers.add(enqueuer(database, at));
            }
            int turn = 0;
            while (enqueuers.stream().anyMatch(WorkerProcess::isAlive) || isOpen(database)) {
                pause(BETWEEN);
                strike(Blow.values()[turn % Blow.values().length], turn, database, workers, enqueuers);
                turn++;
            }
        } finally {
            workers.forEach(WorkerProcess::close);
            enqueuers.forEach(WorkerProcess::close);
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        assertThat(blows.keySet()).as("blows while there was work").containsExactlyInAnyOrder(Blow.values());
        verify(database);
        System.out.printf(
                "%,d jobs in %.0f s under %s: %,d done, %,d effects, %,d leases taken over, %,d lost again, %,d dead; the kind in quarantine killed %d workers%n",
                JOBS,
                seconds,
                blows,
                database.number("SELECT COUNT(*) FROM ending"),
                database.number("SELECT COUNT(*) FROM effect"),
                database.number("SELECT COUNT(*) FROM rowlock_failure WHERE reason LIKE 'the worker that held%'"),
                database.number("SELECT COUNT(*) FROM rowlock_loss WHERE repeated = 1"),
                database.number("SELECT COUNT(*) FROM rowlock_dead"),
                database.number("SELECT COUNT(*) FROM begun WHERE name LIKE 'poison%'"));
    }

    private void strike(
            Blow blow, int turn, TestDatabase database, List<WorkerProcess> workers, List<WorkerProcess> enqueuers)
            throws Exception {
        int worker = turn % WORKERS;
        switch (blow) {
            case KILL_WORKER, KILL_WORKER_AGAIN -> {
                workers.get(worker).kill();
                workers.set(worker, worker(database));
            }
            case STOP_WORKER -> {
                workers.get(worker).signal("STOP");
                pause(LEASE.plusMillis(500));
                workers.get(worker).signal("CONT");
            }
            case KILL_ENQUEUER -> {
                int enqueuer = turn % ENQUEUERS;
                if (!enqueuers.get(enqueuer).isAlive()) {
                    return; // it has enqueued all
                }
                enqueuers.get(enqueuer).kill();
                enqueuers.set(enqueuer, enqueuer(database, enqueuer));
            }
            case KILL_SERVER -> {
                database.server().kill();
                database.server().restart();
            }
        }
        blows.merge(blow, 1, Integer::sum);
        assertThat(quarantined(database)).as("whoever else kills workers").isSubsetOf(QueueParts.POISON.name());
        // Poisoned ones have ended themselves.
        for (int at = 0; at < WORKERS; at++) {
            if (!workers.get(at).isAlive()) {
                workers.set(at, worker(database));
            }
        }
    }

    private static List<String> quarantined(TestDatabase database) {
        return Queues.open(database.dataSource()).quarantined().stream()
                .map(QuarantinedKind::kind)
                .toList();
    }

    private static void pause(Duration time) {
        long start = System.nanoTime();
        Awaitility.await().atMost(time.plusSeconds(30)).until(() -> System.nanoTime() - start >= time.toNanos());
    }

    private WorkerProcess worker(TestDatabase database) throws IOException {
        return WorkerProcess.main(
                "dev.rowlock.cli.chaos.QueueWorkerMain",
                database.url(),
                folder.resolve("workers.log"),
                Long.toString(LEASE.toMillis()),
                Integer.toString(LARGE ? 500 : 50));
    }

    private WorkerProcess enqueuer(TestDatabase database, int number) throws IOException {
        return WorkerProcess.main(
                "dev.rowlock.cli.chaos.QueueEnqueuerMain",
                database.url(),
                folder.resolve("enqueuers.log"),
                acknowledged(number).toString(),
                Integer.toString(JOBS / ENQUEUERS),
                Integer.toString(BATCH),
                LARGE ? "0" : "600");
    }

    private Path acknowledged(int enqueuer) {
        return folder.resolve("acknowledged-" + enqueuer);
    }

    private static boolean isOpen(TestDatabase database) {
        return database.number("SELECT EXISTS (SELECT 1 FROM rowlock_job)"
                        + " OR EXISTS (SELECT 1 FROM rowlock_delayed WHERE due_at < '9999-12-31')")
                != 0;
    }

    private static void prepare(TestDatabase database) {
        Schema.migrate(database.dataSource());
        database.execute(
                "CREATE TABLE effect (n BIGINT AUTO_INCREMENT PRIMARY KEY, id VARCHAR(40) NOT NULL, name VARCHAR(100) NOT NULL, KEY (id))",
                "CREATE TABLE begun (n BIGINT AUTO_INCREMENT PRIMARY KEY, id VARCHAR(40) NOT NULL, name VARCHAR(100) NOT NULL)",
                "CREATE TABLE ending (n BIGINT AUTO_INCREMENT PRIMARY KEY, id BINARY(16) NOT NULL, outcome INT NOT NULL, kind VARCHAR(100) NOT NULL, KEY (id))",
                "CREATE TABLE acknowledged (id BINARY(16) PRIMARY KEY)",
                "CREATE TRIGGER note_ending AFTER INSERT ON rowlock_history FOR EACH ROW"
                        + " INSERT INTO ending (id, outcome, kind) VALUES (NEW.id, NEW.outcome, NEW.kind)");
        Queue queue = Queues.open(database.dataSource()).queue(QueueParts.QUEUE);
        enqueue(queue, QueueParts.HOPELESS, HOPELESS, LIMIT);
        enqueue(queue, QueueParts.POISON, POISON, POISON_LIMIT);
    }

    private static void enqueue(Queue queue, JobKind<String> kind, int count, int limit) {
        for (int at = 0; at < count; at++) {
            queue.enqueue(
                    NewJob.builder(kind, kind.name() + at).maxAttempts(limit).build());
        }
    }

    private void verify(TestDatabase database) throws IOException, SQLException {
        for (int at = 0; at < ENQUEUERS; at++) {
            load(database, Files.readAllLines(acknowledged(at)));
        }
        assertThat(database.number("SELECT COUNT(*) FROM acknowledged")).isEqualTo(JOBS);
        assertThat(database.number("SELECT COUNT(*) FROM acknowledged a WHERE NOT EXISTS (SELECT 1 FROM ending e"
                        + " WHERE e.id = a.id AND e.outcome = 0)"))
                .as("acknowledged jobs that are not done")
                .isZero();
        assertThat(database.number(
                        "SELECT COUNT(*) FROM (SELECT id FROM ending GROUP BY id HAVING COUNT(*) > 1) twice"))
                .as("jobs that ended twice")
                .isZero();
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_history"))
                .isEqualTo(database.number("SELECT COUNT(*) FROM ending"));
        assertThat(database.number(
                        "SELECT COUNT(*) FROM (SELECT id FROM effect GROUP BY id HAVING COUNT(*) > 1) twice"))
                .as("effects that happened twice")
                .isZero();
        String uuid = "LOWER(CONCAT_WS('-', SUBSTR(HEX(id), 1, 8), SUBSTR(HEX(id), 9, 4), SUBSTR(HEX(id), 13, 4),"
                + " SUBSTR(HEX(id), 17, 4), SUBSTR(HEX(id), 21)))";
        assertThat(database.number("SELECT COUNT(*) FROM (SELECT CONVERT(" + uuid
                        + " USING utf8mb4) uuid FROM ending WHERE kind = 'effect') e"
                        + " WHERE NOT EXISTS (SELECT 1 FROM effect WHERE effect.id = e.uuid)"))
                .as("jobs done without their effect")
                .isZero();
        assertThat(database.number("SELECT COUNT(*) FROM effect"))
                .isEqualTo(database.number("SELECT COUNT(*) FROM ending WHERE kind = 'effect'"));
        assertThat(
                        database.number(
                                "SELECT COUNT(*) FROM (SELECT name FROM effect WHERE name <> 'one' GROUP BY name HAVING COUNT(*) > 1) twice"))
                .as("idempotency keys with two jobs")
                .isZero();
        assertThat(database.number("SELECT COUNT(DISTINCT name) FROM effect WHERE name <> 'one'"))
                .isEqualTo(JOBS / BATCH);
        assertThat(
                        database.number(
                                "SELECT COALESCE(MAX(times), 0) FROM (SELECT COUNT(*) times FROM begun WHERE name LIKE 'hopeless%' GROUP BY id) b"))
                .as("attempts of a job with a limit of " + LIMIT)
                .isLessThanOrEqualTo(LIMIT);
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_dead WHERE attempts > max_attempts"))
                .isZero();
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_dead WHERE kind = 'hopeless'"))
                .isEqualTo(HOPELESS);
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_dead")).isEqualTo(HOPELESS);
        assertThat(quarantined(database)).containsExactly(QueueParts.POISON.name());
        assertThat(database.column("SELECT kind FROM rowlock_delayed"))
                .as("put aside")
                .hasSize(POISON)
                .containsOnly(QueueParts.POISON.name());
        assertThat(database.number("SELECT COUNT(*) FROM begun WHERE name LIKE 'poison%'"))
                .as("workers it has killed")
                .isLessThan(POISON * POISON_LIMIT);
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_failure WHERE reason LIKE 'the worker that held%'"))
                .as("leases of killed workers that were taken over")
                .isPositive();
    }

    private static void load(TestDatabase database, List<String> ids) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            for (int from = 0; from < ids.size(); from += 1_000) {
                statement.execute(ids.subList(from, Math.min(ids.size(), from + 1_000)).stream()
                        .map(id -> "(UNHEX('" + id.replace("-", "") + "'))")
                        .collect(Collectors.joining(", ", "INSERT INTO acknowledged VALUES ", "")));
            }
        }
    }
}
