package dev.rowlock.binlog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.binlog.fixture.Recorder;
import dev.rowlock.embedded.ServerKind;
import dev.rowlock.mysql.TableName;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/**
 * How long after a commit returned its row is heard of; what a queue that is woken by row events waits for. Prints the figures. They are below
 * zero when the server sends the event before it answers the COMMIT: the row may then not be visible yet.
 */
final class CommitLatencyTest {
    private static final int WARM_UP = 300;
    private static final int COMMITS = 500;

    @EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_11_4})
    void rowsAreHeardOfWithinMilliseconds(TestDatabase database) throws Exception {
        Recorder.rowFormat(database);
        database.execute("CREATE TABLE t (id INT PRIMARY KEY AUTO_INCREMENT)");
        SynchronousQueue<Long> heard = new SynchronousQueue<>();
        Opening opening = RowEvents.open(
                database.dataSource(), Recorder.address(database), List.of(TableName.of("t")), change -> {
                    try {
                        heard.offer(System.nanoTime(), 10, TimeUnit.SECONDS);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                });
        long[] nanos = new long[COMMITS];
        try (RowEvents events = opening.fold(Opening.Opened::events, refused -> {
                    throw new AssertionError(refused.refusal().toString());
                });
                Connection connection = database.connect();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES ()")) {
            for (int at = -WARM_UP; at < COMMITS; at++) {
                insert.executeUpdate();
                long committed = System.nanoTime();
                Long when = heard.poll(10, TimeUnit.SECONDS);
                assertThat(when).isNotNull();
                if (at >= 0) {
                    nanos[at] = when - committed;
                }
            }
            assertThat(events.state().isRunning()).isTrue();
        }
        Arrays.sort(nanos);
        System.out.printf(
                Locale.ROOT,
                "%s %s: heard after the commit returned: median %.3f ms, p99 %.3f ms, mean %.3f ms%n",
                database.serverName(),
                database.version(),
                nanos[COMMITS / 2] / 1e6,
                nanos[COMMITS * 99 / 100] / 1e6,
                LongStream.of(nanos).average().orElse(0) / 1e6);
        assertThat(Duration.ofNanos(nanos[COMMITS / 2])).isLessThan(Duration.ofMillis(20));
    }
}
