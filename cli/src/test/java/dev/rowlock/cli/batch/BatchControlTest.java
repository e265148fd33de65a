package dev.rowlock.cli.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rowlock.cli.fixture.Batch;
import dev.rowlock.cli.fixture.CommandProcess;
import dev.rowlock.embedded.ServerKind;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run in one process, told what to do by others. */
@EachServer(only = {ServerKind.MYSQL_DEV})
final class BatchControlTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int ROWS = 9_000;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    private CommandProcess start(TestDatabase database, String... arguments) throws IOException {
        return CommandProcess.start(folder, Map.of("ROWLOCK_URL", database.url()), arguments);
    }

    private static long sum(TestDatabase database) {
        return database.number("SELECT SUM(n) FROM orders");
    }

    private static void awaitMiddle(TestDatabase database) {
        await().atMost(PATIENCE).until(() -> sum(database) > 100);
    }

    /** Whether nothing changes for as long as dozens of chunks would take. */
    private static void assertStill(TestDatabase database, Duration within) {
        await().atMost(within).until(() -> {
            long before = sum(database);
            await().pollDelay(Duration.ofMillis(300)).until(() -> true);
            return sum(database) == before;
        });
    }

    @Test
    void pauseResumeRateAndCancelTakeEffectWithinASecond(TestDatabase database)
            throws IOException, InterruptedException {
        Batch.orders(database, ROWS);
        try (CommandProcess run = start(database, Batch.counting("run", "--rate", "1000", "--chunk-rows", "10"))) {
            awaitMiddle(database);
            Batch.run(database, "pause", "1", "--reason", "flash sale").endedWith(0);
            assertStill(database, Duration.ofSeconds(1));
            assertThat(Batch.run(database, "status", "1").out()).contains("paused (flash sale)");
            assertThat(run.isAlive()).isTrue();
            Batch.run(database, "pause", "1").endedWith(1);
            long paused = sum(database);
            Batch.run(database, "resume", "1").endedWith(0);
            await().atMost(Duration.ofSeconds(1)).until(() -> sum(database) > paused);
            Batch.run(database, "rate", "1", "1").endedWith(0);
            assertStill(database, Duration.ofSeconds(2)); // a chunk of ten rows every ten seconds
            assertThat(Batch.run(database, "status", "1").out()).contains("(set to 1/s)");
            long slow = sum(database);
            Batch.run(database, "rate", "1", "2000").endedWith(0);
            await().atMost(Duration.ofSeconds(2)).until(() -> sum(database) > slow + 100);
            Batch.run(database, "cancel", "1", "--reason", "wrong cutoff").endedWith(0);
            assertThat(run.exitCode()).as(run.output()).isEqualTo(1);
            assertThat(run.output()).contains("run 1 is cancelled (wrong cutoff): matched");
            long cancelled = sum(database);
            assertThat(cancelled).isLessThan(6_000);
            assertThat(database.number("SELECT COUNT(*) FROM orders WHERE n > 1"))
                    .isZero();
            Batch.run(database, "resume", "1").endedWith(1);
            Batch.run(database, "run", "--join", "1").endedWith(1);
            assertThat(Batch.run(database, "events", "1").endedWith(0).out())
                    .contains("started: 8 shards", "paused: flash sale", "running: it was paused (flash sale)")
                    .contains("rate: the rate was set to 1/s", "rate: the rate was set to 2000/s")
                    .contains("cancelled: wrong cutoff");
            assertThat(sum(database)).isEqualTo(cancelled);
        }
    }

    @Test
    void aSignalEndsItAfterTheChunkAndAnotherProcessGoesOn(TestDatabase database)
            throws IOException, InterruptedException {
        Batch.orders(database, 3_000);
        try (CommandProcess run = start(database, Batch.counting("run", "--rate", "1000", "--chunk-rows", "10"))) {
            awaitMiddle(database);
            run.signal("TERM");
            assertThat(run.exitCode()).as(run.output()).isEqualTo(1);
            assertThat(run.output())
                    .contains("run 1 left by this process after SIGTERM: matched")
                    .contains("go on with: rowlock batch run --join 1");
        }
        long left = sum(database);
        assertThat(left).isBetween(100L, 1_999L);
        assertThat(Batch.run(database, "status", "1").out()).contains("none: rowlock batch run --join 1");
        Batch.run(database, "rate", "1", "100000").endedWith(0);
        assertThat(Batch.run(database, "run", "--join", "1").endedWith(0).out())
                .contains("matched 2,000 = changed 2,000");
        assertThat(database.number("SELECT COUNT(*) FROM orders WHERE n = IF(status = 'PENDING', 1, 0)"))
                .isEqualTo(3_000);
    }

    /** A program is under way when the signal comes: it ends its chunk, and what it did is written down. */
    @Test
    void aSignalLetsTheChunkUnderWayEnd(TestDatabase database) throws IOException, InterruptedException {
        Batch.orders(database, 60);
        Path began = folder.resolve("began");
        Path log = folder.resolve("rows");
        try (CommandProcess run = start(
                database,
                "batch",
                "run",
                "--table",
                "orders",
                "--where",
                "status = 'PENDING'",
                "--exec",
                "touch " + began + "; sleep 2; cat >> " + log,
                "--shards",
                "1",
                "--chunk-rows",
                "10",
                "--guard",
                "none")) {
            await().atMost(PATIENCE).until(() -> Files.exists(began));
            run.signal("TERM");
            assertThat(run.exitCode()).as(run.output()).isEqualTo(1);
            int rows = Files.readAllLines(log).size();
            assertThat(rows).isBetween(1, 10);
            assertThat(run.output())
                    .contains("left by this process after SIGTERM: matched " + rows + " = changed " + rows + " ");
        }
    }

    @Test
    void aProcessThatIsKilledIsTakenOver(TestDatabase database) throws IOException, InterruptedException {
        Batch.orders(database, 3_000);
        try (CommandProcess first =
                        start(database, Batch.counting("run", "--rate", "500", "--chunk-rows", "10", "--lease", "2s"));
                CommandProcess second = joined(database)) {
            await().atMost(PATIENCE)
                    .until(() -> Batch.run(database, "status", "1", "--json")
                                    .json()
                                    .path("workers")
                                    .asInt()
                            == 2);
            first.signal("KILL");
            Batch.run(database, "rate", "1", "100000").endedWith(0);
            assertThat(second.exitCode()).as(second.output()).isZero();
            assertThat(second.output()).contains("matched 2,000 = changed 2,000");
        }
        assertThat(database.number("SELECT COUNT(*) FROM orders WHERE n = IF(status = 'PENDING', 1, 0)"))
                .isEqualTo(3_000);
    }

    private CommandProcess joined(TestDatabase database) throws IOException {
        awaitMiddle(database);
        return start(database, "batch", "run", "--join", "1", "--lease", "2s");
    }
}
