package dev.rowlock.cli.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.batch.Action;
import dev.rowlock.batch.BatchPlan;
import dev.rowlock.batch.Batches;
import dev.rowlock.batch.ChunkBounds;
import dev.rowlock.batch.Counts;
import dev.rowlock.batch.GuardRule;
import dev.rowlock.batch.RunState;
import dev.rowlock.batch.RunStatus;
import dev.rowlock.batch.ShardRule;
import dev.rowlock.embedded.ServerKind;
import dev.rowlock.mysql.TableName;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.pacing.RateSetting;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.Sharing;
import dev.rowlock.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.io.TempDir;

/**
 * An action that must not happen twice over some hundred thousand rows, by {@code rowlock batch run --join} in several processes that are
 * killed with SIGKILL at 50 random moments, and the server five times with them. {@code -Drowlock.seed=N} repeats the moments.
 */
class KilledBatchTest {
    private static final int ROWS = Integer.getInteger("rowlock.chaos.batch.rows", 400_000);
    private static final int WORKERS = 4;
    private static final int KILLS = 50;
    private static final int KILLS_FOR_EACH_OF_THE_SERVER = 10;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @SuppressWarnings("NullAway.Init") // set by the test, in its first lines
    private Path output;

    @EachServer(only = ServerKind.MYSQL_DEV, sharing = Sharing.DEDICATED)
    void everyMatchingRowIsChangedExactlyOnce(TestDatabase database) throws Exception {
        long seed = Long.getLong("rowlock.seed", new Random().nextLong());
        output = folder.resolve("workers.log");
        fill(database);
        Batches batches = Batches.of(Transactions.of(database.dataSource()));
        long run = batches.start(
                BatchPlan.builder(TableName.of("orders"), "status = 'PENDING'", new Action.Set("n = n + 1"))
                        .guard(GuardRule.none())
                        .rate(RateSetting.rows(4_000))
                        .shards(ShardRule.ranges(8))
                        .chunk(ChunkBounds.usual().withRows(100))
                        .build());
        List<WorkerProcess> workers = new ArrayList<>();
        try {
            for (int at = 0; at < WORKERS; at++) {
                workers.add(join(database, run));
            }
            kill(database, batches, run, workers, new Random(seed));
            batches.rate(run, RateSetting.rows(1_000_000));
            Awaitility.await().atMost(Duration.ofMinutes(2)).until(() -> {
                revive(database, run, workers);
                return batches.status(run).state() == RunState.DONE;
            });
        } catch (Exception | AssertionError e) {
            throw new AssertionError(
                    "with -Drowlock.seed=" + seed + ": " + e + System.lineSeparator() + last(output), e);
        } finally {
            workers.forEach(WorkerProcess::close);
        }
        verify(database, batches.status(run), seed);
    }

    private void kill(TestDatabase database, Batches batches, long run, List<WorkerProcess> workers, Random random)
            throws Exception {
        for (int kills = 1; kills <= KILLS; kills++) {
            awaitProgress(database, run, workers);
            pause(Duration.ofMillis(random.nextInt(300)));
            if (kills % KILLS_FOR_EACH_OF_THE_SERVER == 0) {
                database.server().kill();
                database.server().restart();
            }
            int victim = random.nextInt(WORKERS);
            workers.get(victim).kill();
            workers.set(victim, join(database, run));
            revive(database, run, workers);
        }
        assertThat(batches.status(run).state())
                .as("it was killed while it worked")
                .isEqualTo(RunState.RUNNING);
        assertThat(batches.status(run).counts().changed()).isPositive();
    }

    /** So that each kill meets work under way, however long a process takes to start on this machine. */
    private void awaitProgress(TestDatabase database, long run, List<WorkerProcess> workers) {
        long before = chunks(database);
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> {
                    revive(database, run, workers);
                    return chunks(database) > before;
                });
    }

    private static long chunks(TestDatabase database) {
        return database.number("SELECT SUM(chunk) FROM rowlock_batch_shard");
    }

    /** A process that was started while the server was away gave up at once, as it should. */
    private void revive(TestDatabase database, long run, List<WorkerProcess> workers) throws Exception {
        for (int at = 0; at < workers.size(); at++) {
            if (!workers.get(at).isAlive()) {
                workers.set(at, join(database, run));
            }
        }
    }

    private WorkerProcess join(TestDatabase database, long run) throws Exception {
        return WorkerProcess.command(
                database.url(),
                output,
                "batch",
                "run",
                "--join",
                Long.toString(run),
                "--lease",
                "2s",
                "--threads",
                "2");
    }

    private static String last(Path file) throws IOException {
        String text = Files.readString(file);
        return text.substring(Math.max(0, text.length() - 2_000));
    }

    private static void pause(Duration time) {
        long start = System.nanoTime();
        Awaitility.await().pollInterval(Duration.ofMillis(10)).until(() -> System.nanoTime() - start >= time.toNanos());
    }

    private static void verify(TestDatabase database, RunStatus status, long seed) {
        long matching = database.number("SELECT COUNT(*) FROM orders WHERE status = 'PENDING'");
        assertThat(database.number("SELECT COUNT(*) FROM orders WHERE n <> IF(status = 'PENDING', 1, 0)"))
                .as("rows changed twice, or not at all, with -Drowlock.seed=%s: %s", seed, status)
                .isZero();
        assertThat(status.counts()).isEqualTo(new Counts(ROWS, matching, matching, 0, 0));
        assertThat(database.number("SELECT SUM(attempts) FROM rowlock_batch_shard"))
                .as("shards of killed workers that were taken over")
                .isPositive();
    }

    private static void fill(TestDatabase database) {
        database.execute(
                "CREATE TABLE orders (id BIGINT AUTO_INCREMENT PRIMARY KEY, status VARCHAR(16) NOT NULL, n INT NOT NULL DEFAULT 0,"
                        + " note VARCHAR(40) NOT NULL DEFAULT '', KEY by_status (status))",
                "INSERT INTO orders (id, status) VALUES (1, 'PENDING')");
        for (int have = 1; have < ROWS; have *= 2) {
            database.execute("INSERT INTO orders (id, status) SELECT id + " + have + ", IF((id + " + have
                    + ") % 3 = 0, 'PAID', 'PENDING') FROM orders ORDER BY id LIMIT " + Math.min(have, ROWS - have));
        }
        database.execute("ANALYZE TABLE orders");
    }
}
