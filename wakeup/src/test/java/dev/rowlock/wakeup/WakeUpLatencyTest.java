package dev.rowlock.wakeup;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.rowlock.embedded.ServerKind;
import dev.rowlock.queue.JobOutcome;
import dev.rowlock.queue.NewJob;
import dev.rowlock.queue.Queues;
import dev.rowlock.queue.Worker;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/**
 * How long after its commit a job starts in another process that is woken by the binary log, against one bare claim and its commit (P6). Prints the
 * figures; the goal is held on a quiet machine.
 */
final class WakeUpLatencyTest {
    private static final int WARM_UP = 100;
    private static final int JOBS = 300;

    @EachServer(only = ServerKind.MYSQL_DEV)
    void aJobOfAnotherProcessStartsAboutAClaimAfterItsCommit(TestDatabase database) throws Exception {
        SynchronousQueue<Long> started = new SynchronousQueue<>();
        long[] starts = new long[JOBS];
        long[] bare = new long[JOBS];
        try (HikariDataSource pool = Processes.pool(database, 6);
                HikariDataSource otherPool = Processes.pool(database, 2)) {
            Queues here = Processes.queues(database, pool);
            Queues there = Processes.queues(database, otherPool);
            database.execute(
                    "CREATE TABLE bare (id INT PRIMARY KEY, token BIGINT NOT NULL, lease_until DATETIME(6) NOT NULL)",
                    "INSERT INTO bare VALUES (1, 0, '1970-01-01')");
            try (BinaryLogWakeUps wakeUps = Processes.wakeUps(database, here);
                    Worker worker = Processes.idle(here, job -> {
                        started.offer(System.nanoTime(), 10, TimeUnit.SECONDS);
                        return JobOutcome.done();
                    });
                    Connection claimer = database.connect();
                    Connection enqueuer = otherPool.getConnection()) {
                assertThat(wakeUps.state()).isEqualTo(new WakeUpState.Listening());
                claimer.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
                claimer.setAutoCommit(false);
                enqueuer.setAutoCommit(false);
                for (int at = -WARM_UP; at < JOBS; at++) {
                    Awaitility.await()
                            .pollInterval(Duration.ofMillis(1))
                            .pollDelay(Duration.ZERO)
                            .until(() -> worker.counts().held() == 0);
                    long claimBegun = System.nanoTime();
                    claim(claimer);
                    long claimTook = System.nanoTime() - claimBegun;
                    there.queue("mails").enqueue(enqueuer, NewJob.of(Processes.MAIL, "m"));
                    enqueuer.commit();
                    long committed = System.nanoTime();
                    Long start = started.poll(10, TimeUnit.SECONDS);
                    assertThat(start).isNotNull();
                    if (at >= 0) {
                        starts[at] = start - committed;
                        bare[at] = claimTook;
                    }
                }
            }
        }
        Arrays.sort(starts);
        Arrays.sort(bare);
        System.out.printf(
                Locale.ROOT,
                "other process: start after the commit p50 %.2f ms, p99 %.2f ms; one bare claim and commit p50 %.2f ms; ratio %.2f%n",
                starts[JOBS / 2] / 1e6,
                starts[JOBS * 99 / 100] / 1e6,
                bare[JOBS / 2] / 1e6,
                starts[JOBS / 2] / (double) bare[JOBS / 2]);
        assertThat(Duration.ofNanos(starts[JOBS / 2])).isLessThan(Duration.ofMillis(50));
    }

    private static void claim(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement
                    .executeQuery("SELECT id, token FROM bare WHERE id = 1 FOR UPDATE SKIP LOCKED")
                    .close();
            statement.executeUpdate(
                    "UPDATE bare SET token = token + 1, lease_until = UTC_TIMESTAMP(6) + INTERVAL 30 SECOND WHERE id = 1");
        }
        connection.commit();
    }
}
