package dev.rowlock.cli.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rowlock.cli.fixture.CommandProcess;
import dev.rowlock.cli.fixture.Queues;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.Sharing;
import dev.rowlock.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A worker process that is stopped, paused or left without its server. */
final class SignalsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static CommandProcess start(TestDatabase database, Path folder, String... more) throws IOException {
        String[] arguments = new String[more.length + 3];
        arguments[0] = "table";
        arguments[1] = "work";
        arguments[2] = "jobs";
        System.arraycopy(more, 0, arguments, 3, more.length);
        return CommandProcess.start(folder, Map.of("ROWLOCK_URL", database.url()), arguments);
    }

    private static long files(Path folder, String suffix) throws IOException {
        try (var names = Files.list(folder)) {
            return names.filter(name -> name.toString().endsWith(suffix)).count();
        }
    }

    /** On a server each. */
    @EachServer
    static final class Stopped {
        @TempDir
        @SuppressWarnings("NullAway.Init") // set by JUnit
        private Path folder;

        @BeforeEach
        void fill(TestDatabase database) {
            Queues.jobs(database, 20);
        }

        /** Begins, and ends when there is a file that lets it. */
        private String untilTold() {
            return "touch " + folder + "/$ROWLOCK_ID.begun; while [ ! -e " + folder
                    + "/go ]; do sleep 0.05; done; touch " + folder + "/$ROWLOCK_ID.ended";
        }

        @Test
        void finishesWhatRunsGivesBackTheRestAndExitsWithZero(TestDatabase database)
                throws IOException, InterruptedException {
            try (CommandProcess worker =
                    start(database, folder, "--exec", untilTold(), "--concurrency", "3", "--batch", "10")) {
                await().atMost(PATIENCE).until(() -> files(folder, ".begun") == 3);
                worker.signal("TERM");
                await().atMost(PATIENCE).until(() -> Queues.count(database, "ready") == 17);
                assertThat(worker.isAlive()).isTrue();
                Files.createFile(folder.resolve("go"));
                assertThat(worker.exitCode()).as(worker.output()).isZero();
                assertThat(worker.output()).contains("stopped by SIGTERM: done 3, failed 0, dead 0, released 7");
            }
            assertThat(Queues.count(database, "done")).isEqualTo(3);
            assertThat(Queues.count(database, "ready")).isEqualTo(17);
            assertThat(database.number("SELECT SUM(attempts) FROM jobs")).isZero();
        }

        @Test
        void endsProgramsWhenTheGraceIsOverAndGivesTheirRowsBack(TestDatabase database)
                throws IOException, InterruptedException {
            String stubborn = "trap '' TERM; " + untilTold();
            try (CommandProcess worker = start(
                    database,
                    folder,
                    "--exec",
                    stubborn,
                    "--concurrency",
                    "2",
                    "--batch",
                    "5",
                    "--grace",
                    "500ms",
                    "--kill-after",
                    "500ms")) {
                await().atMost(PATIENCE).until(() -> files(folder, ".begun") == 2);
                worker.signal("INT");
                assertThat(worker.exitCode()).as(worker.output()).isZero();
                assertThat(worker.output()).contains("stopped by SIGINT: done 0");
            }
            assertThat(Queues.count(database, "ready")).isEqualTo(20);
            assertThat(database.number("SELECT SUM(attempts) FROM jobs")).isZero();
            assertThat(files(folder, ".ended")).isZero();
        }

        @Test
        void aSecondSignalEndsItAtOnce(TestDatabase database) throws IOException, InterruptedException {
            try (CommandProcess worker =
                    start(database, folder, "--exec", untilTold(), "--concurrency", "1", "--batch", "1")) {
                await().atMost(PATIENCE).until(() -> files(folder, ".begun") == 1);
                worker.signal("TERM");
                await().atMost(PATIENCE).until(() -> Queues.count(database, "processing") == 1);
                worker.signal("TERM");
                assertThat(worker.exitCode()).isEqualTo(128 + 15);
            }
            Files.createFile(folder.resolve("go"));
            assertThat(Queues.count(database, "processing")).isEqualTo(1);
        }

        @Test
        void aWorkerThatSleptLongerThanItsLeaseIsToldLeaseLostForAllItHolds(TestDatabase database)
                throws IOException, InterruptedException {
            try (CommandProcess worker = start(
                    database,
                    folder,
                    "--exec",
                    untilTold(),
                    "--concurrency",
                    "4",
                    "--batch",
                    "10",
                    "--lease",
                    "2s",
                    "--grace",
                    "100ms",
                    "--kill-after",
                    "500ms")) {
                await().atMost(PATIENCE).until(() -> files(folder, ".begun") == 4);
                worker.signal("STOP");
                await().atMost(PATIENCE)
                        .until(() -> database.number("SELECT COUNT(*) FROM jobs WHERE lease_until < NOW(6)") == 10);
                // Somebody else takes them all.
                database.execute("UPDATE jobs SET lease_until = NOW(6) + INTERVAL 1 HOUR, attempts = 7"
                        + " WHERE status = 'processing'");
                worker.signal("CONT");
                await().atMost(PATIENCE)
                        .until(() -> worker.output()
                                        .lines()
                                        .filter(line -> line.contains("WARN lease lost"))
                                        .count()
                                >= 10);
                worker.signal("TERM");
                assertThat(worker.exitCode()).as(worker.output()).isZero();
                assertThat(worker.output()).contains("lease lost 10");
            }
            assertThat(database.number("SELECT COUNT(*) FROM jobs WHERE status = 'processing' AND attempts = 7"))
                    .isEqualTo(10);
            assertThat(files(folder, ".ended")).isZero();
        }
    }

    /** On a server that is killed. */
    static final class Deserted {
        @TempDir
        @SuppressWarnings("NullAway.Init") // set by JUnit
        private Path folder;

        @EachServer(sharing = Sharing.DEDICATED)
        void goesOnWhenTheServerIsBack(TestDatabase database) throws IOException, InterruptedException {
            Queues.jobs(database, 60);
            try (CommandProcess worker = start(
                    database, folder, "--exec", "sleep 0.1", "--concurrency", "2", "--batch", "5", "--until-empty")) {
                await().atMost(PATIENCE).until(() -> Queues.count(database, "done") >= 10);
                database.server().kill();
                await().atMost(PATIENCE).until(() -> worker.output().contains("WARN cannot claim"));
                database.server().restart();
                assertThat(worker.exitCode()).as(worker.output()).isZero();
                assertThat(worker.output()).contains("claims work again", "lease lost 0");
            }
            assertThat(Queues.count(database, "done")).isEqualTo(60);
        }
    }
}
