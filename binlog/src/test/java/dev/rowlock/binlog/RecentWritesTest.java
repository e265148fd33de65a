package dev.rowlock.binlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rowlock.binlog.RecentWrites.Answer;
import dev.rowlock.binlog.fixture.Recorder;
import dev.rowlock.embedded.ServerKind;
import dev.rowlock.mysql.TableName;
import dev.rowlock.mysql.table.RowKey;
import dev.rowlock.testing.CutProxy;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

final class RecentWritesTest {
    private static final TableName TABLE = TableName.of("t");
    private static final Duration WINDOW = Duration.ofSeconds(10);
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1_000_000); // nanoTime may wrap

    private RowEvents open(TestDatabase database, RecentWrites recent) {
        return open(database, Recorder.address(database), recent);
    }

    private static RowEvents open(TestDatabase database, LogAddress address, RecentWrites recent) {
        Recorder.rowFormat(database);
        return RowEvents.open(database.dataSource(), address, List.of(TABLE), recent, Recorder.QUICK)
                .fold(Opening.Opened::events, refused -> {
                    throw new AssertionError(refused.refusal().toString());
                });
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    @EachServer
    void knowsWhatOthersWroteAndForgetsIt(TestDatabase database) throws SQLException {
        database.execute("CREATE TABLE t (id INT PRIMARY KEY, v INT)", "INSERT INTO t VALUES (1, 0), (2, 0), (3, 0)");
        RecentWrites recent = new RecentWrites(WINDOW, 100, nanos::get);
        assertThat(recent.of(TABLE, RowKey.of(1))).isEqualTo(Answer.UNKNOWN);
        try (RowEvents events = open(database, recent);
                Connection own = database.connect();
                Statement statement = own.createStatement()) {
            recent.ignoreConnection(connectionId(statement));
            recent.ignoreComment("rowlock batch");
            assertThat(recent.of(TABLE, RowKey.of(1))).isEqualTo(Answer.UNKNOWN);
            assertThat(recent.doubt()).contains("the stream has begun only now");
            pass(WINDOW.plusMillis(1));
            assertThat(recent.of(TABLE, RowKey.of(1))).isEqualTo(Answer.NOT_WRITTEN);

            statement.execute("/* rowlock batch */ UPDATE t SET v = 1 WHERE id = 3");
            database.execute("UPDATE t SET v = 1 WHERE id = 1");
            await().atMost(PATIENCE).until(() -> recent.of(TABLE, RowKey.of(1)) == Answer.WRITTEN);
            assertThat(recent.of(TABLE, RowKey.of(2))).isEqualTo(Answer.NOT_WRITTEN);
            assertThat(recent.of(TABLE, RowKey.of(3))).isEqualTo(Answer.NOT_WRITTEN);
            assertThat(recent.of(TableName.of("u"), RowKey.of(1))).isEqualTo(Answer.NOT_WRITTEN);

            pass(WINDOW.minusMillis(1));
            assertThat(recent.of(TABLE, RowKey.of(1))).isEqualTo(Answer.WRITTEN);
            pass(Duration.ofMillis(2));
            assertThat(recent.of(TABLE, RowKey.of(1))).isEqualTo(Answer.NOT_WRITTEN);
            assertThat(recent.size()).isZero();
            assertThat(events.state().isRunning()).isTrue();
        }
        assertThat(recent.of(TABLE, RowKey.of(1))).isEqualTo(Answer.UNKNOWN);
    }

    private static long connectionId(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery("SELECT CONNECTION_ID()")) {
            row.next();
            return row.getLong(1);
        }
    }

    @EachServer(only = ServerKind.MYSQL_DEV)
    void saysWhenItHadToForgetTooEarly(TestDatabase database) {
        database.execute("CREATE TABLE t (id INT PRIMARY KEY)");
        RecentWrites recent = new RecentWrites(WINDOW, 3, nanos::get);
        try (RowEvents events = open(database, recent)) {
            pass(WINDOW.plusSeconds(1));
            database.execute("INSERT INTO t VALUES (1)", "INSERT INTO t VALUES (2)", "INSERT INTO t VALUES (3)");
            await().atMost(PATIENCE).until(() -> recent.of(TABLE, RowKey.of(3)) == Answer.WRITTEN);
            assertThat(recent.of(TABLE, RowKey.of(9))).isEqualTo(Answer.NOT_WRITTEN);
            pass(Duration.ofSeconds(4));
            database.execute("INSERT INTO t VALUES (4)");
            await().atMost(PATIENCE).until(() -> recent.of(TABLE, RowKey.of(4)) == Answer.WRITTEN);
            assertThat(recent.of(TABLE, RowKey.of(1))).isEqualTo(Answer.UNKNOWN);
            assertThat(recent.of(TABLE, RowKey.of(2))).isEqualTo(Answer.WRITTEN);
            assertThat(recent.doubt()).contains("more than 3 rows were written within the window");
            pass(Duration.ofSeconds(7)); // what was dropped would be forgotten by now
            assertThat(recent.of(TABLE, RowKey.of(1))).isEqualTo(Answer.NOT_WRITTEN);
            assertThat(recent.of(TABLE, RowKey.of(4))).isEqualTo(Answer.WRITTEN);
            assertThat(events.state().isRunning()).isTrue();
        }
    }

    @EachServer(only = ServerKind.MYSQL_DEV)
    void silenceOfALostConnectionIsNotTakenForQuiet(TestDatabase database) {
        database.execute("CREATE TABLE t (id INT PRIMARY KEY)");
        RecentWrites recent = new RecentWrites(WINDOW, 100, nanos::get);
        try (CutProxy network = CutProxy.inFrontOf(database);
                RowEvents events = open(
                        database, new LogAddress("127.0.0.1", network.port(), "root", "", TlsMode.DISABLED), recent)) {
            pass(WINDOW.plusSeconds(1));
            await().atMost(PATIENCE).until(() -> recent.of(TABLE, RowKey.of(1)) == Answer.NOT_WRITTEN);
            network.partition();
            await().atMost(PATIENCE).until(() -> recent.of(TABLE, RowKey.of(1)) == Answer.UNKNOWN);
            database.execute("INSERT INTO t VALUES (1)");
            network.restore();
            await().atMost(PATIENCE).until(() -> recent.of(TABLE, RowKey.of(1)) == Answer.WRITTEN);
            await().atMost(PATIENCE).until(() -> events.state().isRunning());
            assertThat(recent.of(TABLE, RowKey.of(2))).isEqualTo(Answer.NOT_WRITTEN);
        }
    }
}
