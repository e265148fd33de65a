package dev.rowlock.queue;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.rowlock.embedded.ServerKind;
import dev.rowlock.queue.fixture.Mails;
import dev.rowlock.queue.fixture.Pool;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * How long after a commit a job starts in the same process (P6). Prints the figures; the machine the goal is held on is quiet, and this one may not
 * be.
 */
@EachServer(only = ServerKind.MYSQL_DEV)
final class StartLatencyTest {
    private static final int WARM_UP = 100;
    private static final int JOBS = 300;

    @Test
    void aJobStartsWithinAMillisecondOfItsCommit(TestDatabase database) throws Exception {
        SynchronousQueue<Long> started = new SynchronousQueue<>();
        long[] own = new long[JOBS];
        long[] handed = new long[JOBS];
        try (HikariDataSource pool = Pool.of(database, 6)) {
            Mails mails = Mails.open(database, pool);
            try (Worker worker = mails.queue()
                            .worker()
                            .handle(Mails.KIND, job -> {
                                started.offer(System.nanoTime(), 10, TimeUnit.SECONDS);
                                return JobOutcome.done();
                            })
                            .start();
                    Connection connection = pool.getConnection()) {
                connection.setAutoCommit(false);
                for (int at = -WARM_UP; at < JOBS; at++) {
                    Awaitility.await()
                            .pollInterval(Duration.ofMillis(1))
                            .pollDelay(Duration.ZERO)
                            .until(() -> worker.counts().held() == 0);
                    Handover handover = mails.queue().handover();
                    handover.enqueue(connection, NewJob.of(Mails.KIND, "m"));
                    connection.commit();
                    long committed = System.nanoTime();
                    handover.committed();
                    keep(handed, at, started.poll(10, TimeUnit.SECONDS), committed);
                    Awaitility.await()
                            .pollInterval(Duration.ofMillis(1))
                            .pollDelay(Duration.ZERO)
                            .until(() -> worker.counts().held() == 0);
                    mails.queue().enqueue(NewJob.of(Mails.KIND, "m"));
                    long returned = System.nanoTime();
                    keep(own, at, started.poll(10, TimeUnit.SECONDS), returned);
                }
                assertThat(worker.counts().claimed()).isLessThan(2 * WARM_UP);
            }
        }
        print("handed over: start after the commit", handed);
        print("enqueued alone: start after enqueue returned (below zero: before)", own);
        assertThat(Duration.ofNanos(handed[JOBS / 2])).isLessThan(Duration.ofMillis(5));
        assertThat(Duration.ofNanos(own[JOBS / 2])).isLessThan(Duration.ofMillis(5));
    }

    private static void keep(long[] nanos, int at, Long started, long committed) {
        assertThat(started).isNotNull();
        if (at >= 0) {
            nanos[at] = started - committed;
        }
    }

    private static void print(String what, long[] nanos) {
        Arrays.sort(nanos);
        System.out.printf(
                Locale.ROOT,
                "%s: p50 %.3f ms, p99 %.3f ms%n",
                what,
                nanos[JOBS / 2] / 1e6,
                nanos[JOBS * 99 / 100] / 1e6);
    }
}
