package dev.rowlock.pacing.signal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.mysql.TableName;
import dev.rowlock.pacing.Ticker;
import dev.rowlock.pacing.Unit;
import dev.rowlock.pacing.signal.ServerStatus.Counter;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

@EachServer
final class ServerSignalsTest {
    @Test
    void seesWhoWaitsForARowLock(TestDatabase database) throws Exception {
        database.execute("CREATE TABLE t (id INT PRIMARY KEY, v INT)", "INSERT INTO t VALUES (1, 0)");
        try (ServerStatus waiters = ServerStatus.of(database.dataSource(), Counter.ROW_LOCK_WAITERS);
                ServerStatus waits = ServerStatus.of(database.dataSource(), Counter.ROW_LOCK_WAITS);
                ServerStatus time = ServerStatus.of(database.dataSource(), Counter.ROW_LOCK_TIME);
                Connection holder = database.connect();
                Statement hold = holder.createStatement()) {
            Read waitersRead = new Read(waiters);
            Read waitsRead = new Read(waits);
            Read timeRead = new Read(time);
            waitsRead.staleReason();
            timeRead.staleReason();
            double before = waitersRead.value();
            holder.setAutoCommit(false);
            hold.execute("SELECT * FROM t WHERE id = 1 FOR UPDATE");
            Thread waiter = new Thread(() -> database.execute("UPDATE t SET v = 1 WHERE id = 1"));
            waiter.start();
            while (waitersRead.value() == before) {
                Thread.onSpinWait();
            }
            assertThat(waitersRead.value()).isEqualTo(before + 1);
            assertThat(waitsRead.events()).isGreaterThanOrEqualTo(1);
            holder.commit();
            waiter.join();
            assertThat(timeRead.events()).isGreaterThanOrEqualTo(0);
            while (waitersRead.value() > before) {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void seesThreadsAndHistory(TestDatabase database) throws Exception {
        try (ServerStatus threads = ServerStatus.of(database.dataSource(), Counter.THREADS_RUNNING);
                QuerySignal history = QuerySignal.historyLength(database.dataSource())) {
            assertThat(new Read(threads).value()).isGreaterThanOrEqualTo(1);
            assertThat(new Read(history).value()).isGreaterThanOrEqualTo(0);
        }
    }

    @Test
    void aQueryAnswersWithANumberOrIsStale(TestDatabase database) throws Exception {
        assertThat(query(database, "SELECT 41.5 + 1")).isEqualTo("42.50");
        assertThat(query(database, "SELECT NULL")).contains("NULL");
        assertThat(query(database, "SELECT 1 FROM information_schema.TABLES WHERE TABLE_NAME = 'nowhere'"))
                .contains("no row");
        assertThat(query(database, "SELECT 'fine'")).contains("no number");
    }

    private static String query(TestDatabase database, String sql) throws Exception {
        try (QuerySignal signal = QuerySignal.of(database.dataSource(), "own", Unit.COUNT, sql)) {
            return new Read(signal).next().fold(fresh -> fresh.text(), stale -> stale.reason());
        }
    }

    @Test
    void aServerThatIsNoReplicaHasNoLagOfZero(TestDatabase database) throws Exception {
        try (ReplicaLag lag = ReplicaLag.of(database.dataSource(), "here")) {
            assertThat(new Read(lag).staleReason()).contains("no replica");
        }
    }

    @Test
    void theCanaryTimesItsOwnWrites(TestDatabase database) throws Exception {
        database.execute("CREATE TABLE canary (id BIGINT PRIMARY KEY, beats BIGINT NOT NULL)");
        try (CanaryWrite canary = CanaryWrite.of(database.dataSource(), TableName.of("canary"), 7, Ticker.system())) {
            Read read = new Read(canary);
            String mend = read.staleReason();
            assertThat(mend).contains("INSERT INTO `canary` (id, beats) VALUES (7, 0)");
            database.execute(mend.substring(mend.indexOf("INSERT")));
            assertThat(read.latencies().total()).isEqualTo(5);
            assertThat(read.latencies().quantileNanos(0.5)).isGreaterThan(10_000);
            assertThat(database.number("SELECT beats FROM canary")).isEqualTo(10);
        }
    }
}
