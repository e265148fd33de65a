package dev.rowlock.cli.work;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rowlock.cli.fixture.CommandRun;
import dev.rowlock.cli.fixture.Queues;
import dev.rowlock.testing.Driver;
import dev.rowlock.testing.Drivers;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.Sharing;
import dev.rowlock.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;

/** {@code rowlock table work}. */
final class WorkCommandTest {
    private static CommandRun work(TestDatabase database, String... arguments) {
        String[] all = new String[arguments.length + 3];
        all[0] = "work";
        all[1] = "jobs";
        all[2] = "--until-empty";
        System.arraycopy(arguments, 0, all, 3, arguments.length);
        return CommandRun.table(database, all);
    }

    @EachServer(drivers = Drivers.BOTH)
    void noopCompletesEveryRowAndSaysSo(TestDatabase database) {
        Queues.jobs(database, 25);
        JsonNode summary =
                work(database, "--noop", "--batch", "10", "--json").endedWith(0).json();
        assertThat(summary.get("event").asText()).isEqualTo("summary");
        assertThat(summary.get("done").asInt()).isEqualTo(25);
        assertThat(summary.get("why").asText()).isEqualTo("the table is empty");
        assertThat(Queues.count(database, "done")).isEqualTo(25);
        assertThat(work(database, "--noop").endedWith(0).out()).contains("the table is empty: done 0");
    }

    @EachServer
    void aProgramGetsThePayloadAndTheClaim(TestDatabase database, @TempDir Path folder) throws IOException {
        Queues.jobs(database, 2);
        database.execute("UPDATE jobs SET payload = NULL WHERE id = 2");
        work(
                        database,
                        "--exec",
                        "{ cat; echo; env | grep ^ROWLOCK_ | sort; } > " + folder + "/$ROWLOCK_ID",
                        "--concurrency",
                        "1")
                .endedWith(0);
        assertThat(Files.readString(folder.resolve("1")))
                .startsWith("{\"n\": 1}\n")
                .contains("ROWLOCK_ID=1\n", "ROWLOCK_ATTEMPT=1\n", "ROWLOCK_LEASE_UNTIL=20")
                .contains("ROWLOCK_TABLE=" + database.schema() + ".jobs\n")
                .doesNotContain("ROWLOCK_PAYLOAD_NULL");
        assertThat(Files.readString(folder.resolve("2"))).startsWith("\n").contains("ROWLOCK_PAYLOAD_NULL=1\n");
        assertThat(Queues.count(database, "done")).isEqualTo(2);
    }

    @EachServer
    void theExitCodeDecides(TestDatabase database, @TempDir Path folder) {
        Queues.jobs(database, 4);
        CommandRun run = work(
                        database,
                        "--exec",
                        "case $ROWLOCK_ID in"
                                + " 1) exit 0;;"
                                + " 2) echo first; echo no such customer >&2; exit 3;;"
                                + " 3) [ -e " + folder + "/again ] || { touch " + folder + "/again; exit 75; };;"
                                + " 4) kill -KILL $$;;"
                                + " esac",
                        "--max-attempts",
                        "2",
                        "--backoff",
                        "50ms")
                .endedWith(0);
        assertThat(database.column("SELECT status FROM jobs ORDER BY id"))
                .containsExactly("done", "dead", "done", "dead");
        assertThat(database.column("SELECT CAST(attempts AS CHAR) FROM jobs ORDER BY id"))
                .containsExactly("0", "2", "0", "2");
        assertThat(database.column("SELECT last_error FROM jobs WHERE id IN (2, 4) ORDER BY id"))
                .containsExactly("exit code 3: first / no such customer", "killed by signal 9");
        assertThat(run.error()).contains("failed key=2 attempt=1", "dead key=2 attempt=2");
        assertThat(run.out()).contains("done 2, failed 2, dead 2, released 1");
    }

    @EachServer
    void aProgramThatIsNotThereEatsNoAttempts(TestDatabase database) {
        Queues.jobs(database, 5);
        String before = database.column("SELECT CONCAT_WS(',', id, status, attempts) FROM jobs ORDER BY id")
                .toString();
        work(database, "--exec", "/no/such/program").endedWith(2);
        assertThat(database.column("SELECT CONCAT_WS(',', id, status, attempts) FROM jobs ORDER BY id")
                        .toString())
                .isEqualTo(before);
    }

    @EachServer(sharing = Sharing.DEDICATED, options = "--max-allowed-packet=64M")
    void aPayloadOfSixteenMegabytesArrivesWholeAndNeedNotBeRead(TestDatabase database, @TempDir Path folder)
            throws IOException {
        Queues.jobs(database, 3);
        database.execute("UPDATE jobs SET payload = REPEAT('0123456789abcdef', 1024 * 1024)");
        for (Driver driver : List.of(database.driver(), Driver.MARIADB)) {
            database.execute("UPDATE jobs SET status = 'ready'");
            CommandRun.run(
                            Map.of("ROWLOCK_URL", database.url(driver)),
                            "table",
                            "work",
                            "jobs",
                            "--until-empty",
                            "--exec",
                            "case $ROWLOCK_ID in 1) wc -c;; 2) true;; 3) head -c 16;; esac > " + folder
                                    + "/$ROWLOCK_ID")
                    .endedWith(0);
            assertThat(Files.readString(folder.resolve("1")).strip()).isEqualTo("16777216");
            assertThat(Files.readString(folder.resolve("3"))).isEqualTo("0123456789abcdef");
            assertThat(Queues.count(database, "done")).isEqualTo(3);
        }
    }

    @EachServer
    void aProgramThatRunsTooLongIsEndedAndFails(TestDatabase database) {
        Queues.jobs(database, 1);
        work(database, "--exec", "sleep 60", "--timeout", "300ms", "--max-attempts", "1")
                .endedWith(0);
        assertThat(database.column("SELECT last_error FROM jobs").get(0)).startsWith("ran longer than");
    }

    @EachServer
    void aProgramThatLeavesAChildBehindIsNotWaitedFor(TestDatabase database, @TempDir Path folder) throws IOException {
        Queues.jobs(database, 1);
        long start = System.nanoTime();
        work(database, "--exec", "sleep 20 & echo $! > " + folder + "/child; exit 0")
                .endedWith(0);
        assertThat(System.nanoTime() - start).isLessThan(15_000_000_000L);
        assertThat(Queues.count(database, "done")).isEqualTo(1);
        ProcessHandle.of(
                        Long.parseLong(Files.readString(folder.resolve("child")).strip()))
                .ifPresent(ProcessHandle::destroyForcibly);
    }
}
