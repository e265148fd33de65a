package dev.rowlock.diagnose.internal.collision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rowlock.binlog.LogAddress;
import dev.rowlock.binlog.Opening;
import dev.rowlock.binlog.RowEvents;
import dev.rowlock.embedded.ServerKind;
import dev.rowlock.mysql.ServerFamily;
import dev.rowlock.mysql.TableName;
import dev.rowlock.mysql.table.RowKey;
import dev.rowlock.testing.Connections;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** Which writes are collisions: what the batch would have touched before the write, or would now. */
final class WriteWatchTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    /** The writes are made between the first snapshot and the watch, and judged in its only round. */
    private static Watched watch(TestDatabase database, String... writes) throws SQLException {
        TableName table = TableName.of("t");
        WriteLog log = new WriteLog(change -> true);
        try (ReadSession now = ReadSession.open(database.dataSource(), ServerFamily.MYSQL);
                ReadSession older = ReadSession.open(database.dataSource(), ServerFamily.MYSQL);
                ReadSession newer = ReadSession.open(database.dataSource(), ServerFamily.MYSQL)) {
            Target target = Target.resolve(now.connection(), table, "status = ?", List.of("open"));
            older.beginSnapshot();
            try (RowEvents events = RowEvents.open(
                            database.dataSource(), LogAddress.ofJdbc(database.url(), null, null), List.of(table), log)
                    .fold(Opening.Opened::events, refused -> {
                        throw new AssertionError(refused.refusal().toString());
                    })) {
                log.begin();
                database.execute(writes);
                return new WriteWatch(target, log, now, older, newer).watch(events, SECOND);
            }
        }
    }

    @EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MYSQL_8_0})
    void countsRowsThatMatchedBeforeOrMatchAfter(TestDatabase database) throws SQLException {
        database.execute(
                "CREATE TABLE t (id INT PRIMARY KEY, status VARCHAR(10), v INT)",
                "INSERT INTO t VALUES (1, 'open', 0), (2, 'open', 0), (3, 'open', 0), (4, 'done', 0), (5, 'done', 0), (6, 'open', 0)");
        Watched watched = watch(
                database,
                "UPDATE t SET status = 'done' WHERE id = 1", // leaves: the very case
                "UPDATE t SET v = 1 WHERE id = 1", // once more, when it does not match any longer
                "UPDATE t SET v = 1 WHERE id = 2", // stays
                "DELETE FROM t WHERE id = 3", // is gone
                "UPDATE t SET v = 1 WHERE id = 4", // never matched
                "UPDATE t SET status = 'open' WHERE id = 5", // enters
                "INSERT INTO t VALUES (7, 'open', 0), (8, 'done', 0)"); // new
        assertThat(watched.collisions())
                .containsExactlyInAnyOrder(RowKey.of(1), RowKey.of(2), RowKey.of(3), RowKey.of(5), RowKey.of(7));
        assertThat(watched.written()).isEqualTo(7);
        assertThat(watched.writes()).isEqualTo(8);
        assertThat(watched.gaps()).isEmpty();
        assertThat(watched.took()).isGreaterThanOrEqualTo(SECOND);
    }

    @EachServer(only = ServerKind.MYSQL_DEV)
    void saysThatWritesMayBeMissing(TestDatabase database) throws SQLException {
        database.execute("CREATE TABLE t (id INT PRIMARY KEY, status VARCHAR(10))", "INSERT INTO t VALUES (1, 'open')");
        assertThat(watch(database, "TRUNCATE TABLE t").gaps())
                .singleElement()
                .asString()
                .contains("removed all rows");
    }

    @EachServer(only = ServerKind.MYSQL_DEV)
    void sessionsAreGivenBackAsTheyCame(TestDatabase database) throws SQLException {
        try (java.sql.Connection connection = database.connect();
                java.sql.Statement statement = connection.createStatement()) {
            statement.execute("SET SESSION max_execution_time = 1234");
            connection.setAutoCommit(false);
            try (ReadSession session = ReadSession.open(Connections.lending(connection), ServerFamily.MYSQL)) {
                session.beginSnapshot();
                session.freshStatistics();
            }
            assertThat(connection.getAutoCommit()).isFalse();
            try (java.sql.ResultSet row = statement.executeQuery(
                    "SELECT @@SESSION.max_execution_time, @@SESSION.information_schema_stats_expiry")) {
                row.next();
                assertThat(row.getLong(1)).isEqualTo(1234);
                assertThat(row.getLong(2)).isEqualTo(86_400);
            }
            connection.rollback();
        }
    }

    @EachServer(only = ServerKind.MYSQL_DEV)
    void locksNothing(TestDatabase database) throws SQLException {
        database.execute(
                "CREATE TABLE t (id INT PRIMARY KEY AUTO_INCREMENT, status VARCHAR(10), modified_at DATETIME(6))",
                "INSERT INTO t (status) VALUES " + "('open'),".repeat(4_999) + "('open')");
        try (java.sql.Connection holder = database.connect();
                java.sql.Statement statement = holder.createStatement()) {
            holder.setAutoCommit(false);
            statement.execute("UPDATE t SET status = 'open', modified_at = NOW(6)"); // holds every row
            long before = locks(database);
            java.util.concurrent.CompletableFuture<Void> run = java.util.concurrent.CompletableFuture.runAsync(() -> {
                try {
                    watch(database, "SELECT 1");
                    new ProbeRun(
                                    database.dataSource(),
                                    new ProbeRun.Settings(null, null, change -> true),
                                    TableName.of("t"),
                                    "status = 'open'",
                                    SECOND)
                            .run("status = 'open'", List.of());
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                }
            });
            await().atMost(Duration.ofSeconds(30)).until(() -> {
                assertThat(locks(database)).isEqualTo(before);
                return run.isDone();
            });
            run.join();
            holder.rollback();
        }
    }

    private static long locks(TestDatabase database) {
        return database.number(
                "SELECT COUNT(*) FROM performance_schema.data_locks WHERE OBJECT_SCHEMA = '" + database.schema() + "'");
    }
}
