package dev.rowlock.binlog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.binlog.fixture.Recorder;
import dev.rowlock.embedded.ServerKind;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.Sharing;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** Events that the connector's library does not read, or would read wrongly. */
final class CompressedLogTest {
    @EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MYSQL_8_0})
    void readsCompressedTransactionsOfMySql(TestDatabase database) throws SQLException {
        database.execute("CREATE TABLE t (id BINARY(4) PRIMARY KEY, v TEXT)", "CREATE TABLE o (id INT PRIMARY KEY)");
        Recorder recorder = new Recorder();
        try (RowEvents events = recorder.open(database, "t");
                Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("SET SESSION binlog_transaction_compression = ON");
            statement.execute("SET SESSION binlog_rows_query_log_events = ON");
            statement.execute("START TRANSACTION");
            statement.execute("INSERT /* mine */ INTO t VALUES (X'FF00', REPEAT('a', 5000)), (X'80', 'b')");
            statement.execute("INSERT INTO o VALUES (1)");
            statement.execute("UPDATE t SET v = REPEAT('c', 3000) WHERE v = 'b'");
            statement.execute("COMMIT");
            statement.execute("SET SESSION binlog_transaction_compression = OFF");
            statement.execute("DELETE FROM t WHERE id = X'80000000'");
            recorder.heard("INSERT 0xff000000", "INSERT 0x80000000", "UPDATE 0x80000000", "DELETE 0x80000000");
            assertThat(recorder.changes.get(0).writer().comment()).contains("mine");
            assertThat(recorder.changes.get(2).writer().comment()).isEmpty();
            assertThat(recorder.changes)
                    .allSatisfy(
                            change -> assertThat(change.writer().connectionId()).isPresent());
            assertThat(recorder.gaps).isEmpty();
            assertThat(events.state().isRunning()).isTrue();
        }
    }

    @EachServer(
            only = {ServerKind.MARIADB_11_4, ServerKind.MARIADB_SYSTEM},
            sharing = Sharing.DEDICATED,
            options = {"--binlog-format=ROW", "--log-bin-compress=ON", "--log-bin-compress-min-len=10"})
    void readsCompressedEventsOfMariaDb(TestDatabase database) {
        database.execute("CREATE TABLE t (id VARCHAR(20) PRIMARY KEY, v MEDIUMTEXT)");
        Recorder recorder = new Recorder();
        try (RowEvents events = recorder.open(database, "t")) {
            database.execute(
                    "INSERT INTO t VALUES ('ž', REPEAT('a', 70000)), ('b', 'b')",
                    "UPDATE t SET v = REPEAT('c', 300)",
                    "ALTER TABLE t ADD COLUMN a_column_with_a_name_that_is_long_enough INT FIRST",
                    "DELETE FROM t WHERE id = 'b'");
            recorder.heard("INSERT ž", "INSERT b", "UPDATE b", "UPDATE ž", "DELETE b");
            assertThat(recorder.gaps).isEmpty();
            assertThat(events.state().isRunning()).isTrue();
        }
    }

    @EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MYSQL_8_0})
    void readsUpdatesThatLogDifferencesOfJson(TestDatabase database) throws SQLException {
        database.execute(
                "CREATE TABLE t (a JSON, id INT UNSIGNED PRIMARY KEY, b JSON)",
                "INSERT INTO t VALUES ('{\"k\": \"aaaaaaaaaaaaaaaaaaaaaaaaaaaa\"}', 1, '[1, 2]'), ('{\"k\": 1}', 4000000000, NULL)");
        Recorder recorder = new Recorder();
        try (RowEvents events = recorder.open(database, "t");
                Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("SET SESSION binlog_row_value_options = PARTIAL_JSON");
            statement.execute("UPDATE t SET a = JSON_SET(a, '$.k', 'b')");
            statement.execute("UPDATE t SET b = JSON_SET(b, '$[0]', 9), a = JSON_REPLACE(a, '$.k', 2) WHERE id = 1");
            recorder.heard("UPDATE 1", "UPDATE 4000000000", "UPDATE 1");
            assertThat(recorder.gaps).isEmpty();
            assertThat(events.state().isRunning()).isTrue();
        }
    }

    @EachServer(only = ServerKind.MYSQL_DEV)
    void readsTablesWithColumnsTheLibraryDoesNotKnow(TestDatabase database) {
        database.execute("CREATE TABLE t (v VECTOR(3), id INT PRIMARY KEY, w INT)");
        Recorder recorder = new Recorder();
        try (RowEvents events = recorder.open(database, "t")) {
            database.execute(
                    "INSERT INTO t VALUES (STRING_TO_VECTOR('[1,2,3]'), 5, 1), (NULL, 6, 1)",
                    "UPDATE t SET w = 2, v = STRING_TO_VECTOR('[3,2,1]') WHERE id = 5");
            recorder.heard("INSERT 5", "INSERT 6", "UPDATE 5");
            assertThat(recorder.gaps).isEmpty();
            assertThat(events.state().isRunning()).isTrue();
        }
    }
}
