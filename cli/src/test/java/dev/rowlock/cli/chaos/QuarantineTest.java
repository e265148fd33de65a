package dev.rowlock.cli.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.embedded.ServerKind;
import dev.rowlock.queue.NewJob;
import dev.rowlock.queue.QuarantinedKind;
import dev.rowlock.queue.Queue;
import dev.rowlock.queue.Queues;
import dev.rowlock.queue.Schema;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.io.TempDir;

/**
 * Four worker processes with steady traffic of innocent kinds. Killed from outside: none of them is put in quarantine. Killed by one kind: that one is, and soon.
 *
 * <p>As measured for decision 23: {@code -Drowlock.chaos.seconds=300 -Drowlock.chaos.every=5000 -Drowlock.chaos.lease=5000}.
 */
final class QuarantineTest {
    private static final Duration TIME = Duration.ofSeconds(Integer.getInteger("rowlock.chaos.seconds", 12));
    private static final Duration EVERY = Duration.ofMillis(Integer.getInteger("rowlock.chaos.every", 1_500));
    private static final Duration LEASE = Duration.ofMillis(Integer.getInteger("rowlock.chaos.lease", 1_000));
    private static final int PLAIN_AT_A_TIME = Integer.getInteger("rowlock.chaos.plain", 40);
    private static final int WORKERS = 4;
    private static final int BATCH = 200;
    private static final int POISON = 3;

    /** As many put a kind aside that has nothing to say for itself. */
    private static final int INCIDENTS = 3;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    private final List<WorkerProcess> workers = new ArrayList<>();
    private long killedAt;
    private int killed;
    private int died;

    @EachServer(only = ServerKind.MYSQL_DEV)
    void noInnocentKindIsPutAsideWhileWorkersAreKilledFromOutside(TestDatabase database) throws Exception {
        Queues queues = prepare(database);
        Queue queue = queues.queue(QueueParts.QUEUE);
        long start = System.nanoTime();
        try {
            startWorkers(database);
            killedAt = start;
            Awaitility.await().atMost(TIME.plusMinutes(2)).until(() -> {
                traffic(queue);
                assertThat(kinds(queues)).isEmpty();
                if (System.nanoTime() - killedAt > EVERY.toNanos()) {
                    kill(database);
                }
                // Without jobs that are lost again there is nothing to tell apart.
                return System.nanoTime() - start > TIME.toNanos() && incidents(database) > INCIDENTS;
            });
            assertThat(kinds(queues)).isEmpty();
        } finally {
            workers.forEach(WorkerProcess::close);
        }
        System.out.printf(
                "%d workers killed in %.0f s: %s; %d times lost again; in quarantine: %s%n",
                killed, (System.nanoTime() - start) / 1e9, balance(database), incidents(database), kinds(queues));
    }

    @EachServer(only = ServerKind.MYSQL_DEV)
    void theKindThatEndsItsWorkersIsPutAsideAndWhatRunsBesideItIsNot(TestDatabase database) throws Exception {
        Queues queues = prepare(database);
        Queue queue = queues.queue(QueueParts.QUEUE);
        long start = System.nanoTime();
        try {
            startWorkers(database);
            for (int n = 0; n < POISON; n++) {
                queue.enqueue(NewJob.builder(QueueParts.POISON, "poison" + n).build());
            }
            Awaitility.await().atMost(Duration.ofMinutes(3)).until(() -> {
                traffic(queue);
                restart(database);
                return !kinds(queues).isEmpty();
            });
            double seconds = (System.nanoTime() - start) / 1e9;
            long done = database.number("SELECT COUNT(*) FROM rowlock_history WHERE outcome = 0");
            System.out.printf(
                    "in quarantine after %d deaths and %.1f s: %s; %s%n",
                    database.number("SELECT COUNT(*) FROM begun"), seconds, kinds(queues), balance(database));
            assertThat(kinds(queues)).containsExactly(QueueParts.POISON.name());
            // Each of the jobs is lost four times at most, and once more while others judge.
            assertThat(database.number("SELECT COUNT(*) FROM begun"))
                    .as("workers it has killed")
                    .isLessThanOrEqualTo(POISON * 5);
            long deaths = died;
            Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> {
                traffic(queue);
                restart(database);
                return database.number("SELECT COUNT(*) FROM rowlock_history WHERE outcome = 0") > done + 500;
            });
            assertThat(kinds(queues)).containsExactly(QueueParts.POISON.name());
            assertThat(died - deaths).as("one may have had it already").isLessThanOrEqualTo(POISON);
        } finally {
            workers.forEach(WorkerProcess::close);
        }
    }

    private static Queues prepare(TestDatabase database) {
        Schema.migrate(database.dataSource());
        database.execute(
                "CREATE TABLE begun (n BIGINT AUTO_INCREMENT PRIMARY KEY, id VARCHAR(40) NOT NULL, name VARCHAR(100) NOT NULL)");
        Queues queues = Queues.open(database.dataSource());
        queues.queue(QueueParts.QUEUE);
        return queues;
    }

    /** Some jobs of kinds that do no harm: quick ones, ones with a single attempt, and ones that take a good part of a worker's life. */
    private static void traffic(Queue queue) {
        List<NewJob> jobs = new ArrayList<>();
        for (int n = 0; n < PLAIN_AT_A_TIME; n++) {
            jobs.add(NewJob.of(QueueParts.PLAIN, "one"));
        }
        for (int n = 0; n < 4; n++) {
            jobs.add(NewJob.builder(QueueParts.ONCE, "one").maxAttempts(1).build());
        }
        jobs.add(NewJob.of(QueueParts.SLOW, Long.toString(EVERY.toMillis() * 4 / 5)));
        queue.enqueueAll(jobs);
    }

    private void startWorkers(TestDatabase database) throws IOException {
        for (int at = 0; at < WORKERS; at++) {
            workers.add(worker(database));
        }
    }

    private void kill(TestDatabase database) throws IOException, InterruptedException {
        int worker = killed++ % WORKERS;
        workers.get(worker).kill();
        workers.set(worker, worker(database));
        killedAt = System.nanoTime();
    }

    private void restart(TestDatabase database) throws IOException {
        for (int at = 0; at < WORKERS; at++) {
            if (!workers.get(at).isAlive()) {
                died++;
                workers.set(at, worker(database));
            }
        }
    }

    private WorkerProcess worker(TestDatabase database) throws IOException {
        return WorkerProcess.main(
                "dev.rowlock.cli.chaos.QueueWorkerMain",
                database.url(),
                folder.resolve("workers.log"),
                Long.toString(LEASE.toMillis()),
                Integer.toString(BATCH));
    }

    private static List<String> kinds(Queues queues) {
        return queues.quarantined().stream().map(QuarantinedKind::kind).toList();
    }

    /** Finds of jobs that were lost again, also of those that were answered since. */
    private static long incidents(TestDatabase database) {
        return database.number("SELECT COUNT(DISTINCT lost_at) FROM rowlock_loss WHERE repeated = 1");
    }

    /** For each kind what was lost, lost again, and answered. */
    private static String balance(TestDatabase database) {
        return Arrays.toString(database.column(
                        "SELECT CONCAT(kind, ' lost ', COUNT(*), ' again ', SUM(repeated), ' unexcused ', SUM(repeated = 1 AND excused = 0), ' answered ',"
                                + " (SELECT COALESCE(SUM(answered), 0) FROM rowlock_answer a WHERE a.kind = l.kind))"
                                + " FROM rowlock_loss l GROUP BY kind ORDER BY kind")
                .toArray());
    }
}
