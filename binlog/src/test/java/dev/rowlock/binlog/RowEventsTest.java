package dev.rowlock.binlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rowlock.binlog.fixture.Recorder;
import dev.rowlock.mysql.TableName;
import dev.rowlock.mysql.table.Column;
import dev.rowlock.mysql.table.KeyCodec;
import dev.rowlock.mysql.table.RowKey;
import dev.rowlock.mysql.table.TableInspector;
import dev.rowlock.mysql.table.TableShape;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

@EachServer
final class RowEventsTest {
    @Test
    void tellsEachKindOfChangeWithItsKey(TestDatabase database) {
        database.execute(
                "CREATE TABLE t (id BIGINT PRIMARY KEY, note TEXT, doc JSON, at TIMESTAMP(3) NULL, g GEOMETRY, b BIT(12),"
                        + " e ENUM('x', 'y'), s SET('p', 'q'), f DOUBLE, y YEAR, tm TIME(2), c CHAR(255) CHARACTER SET utf8mb4)",
                "CREATE TABLE other (id INT PRIMARY KEY)");
        Recorder recorder = new Recorder();
        try (RowEvents events = recorder.open(database, "t")) {
            database.execute(
                    "INSERT INTO t VALUES (1, 'a', '{\"k\": 1}', '2026-01-01', POINT(1, 2), b'101', 'y', 'p,q', 1.5, 2026, '-01:02:03.45',"
                            + " REPEAT('x', 200)), (-2, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)",
                    "INSERT INTO other VALUES (77)",
                    "UPDATE t SET note = 'b' WHERE id > 0",
                    "UPDATE t SET id = 3 WHERE id = 1",
                    "DELETE FROM t");
            recorder.heard("INSERT 1", "INSERT -2", "UPDATE 1", "DELETE 1", "INSERT 3", "DELETE -2", "DELETE 3");
            assertThat(events.state().isRunning()).isTrue();
            assertThat(recorder.gaps).isEmpty();
        }
    }

    @Test
    void readsKeysAsASelectReturnsThem(TestDatabase database) throws SQLException {
        List<String> tables = new ArrayList<>();
        for (String[] key : new String[][] {
            {"k TINYINT UNSIGNED", "0", "200", "255"},
            {"k MEDIUMINT UNSIGNED", "9000000", "16777215"},
            {"k MEDIUMINT", "-8388608", "-1", "8388607"},
            {"k INT UNSIGNED", "4294967295", "7"},
            {"k BIGINT UNSIGNED", "18446744073709551615", "9223372036854775808", "5"},
            {"k DECIMAL(20,4)", "-1.5000", "0.0001", "9999999999999999.9999"},
            {"k VARCHAR(40) CHARACTER SET utf8mb4", "'žluť'", "'A'", "''", "'it''s'"},
            {"k VARCHAR(300) CHARACTER SET latin1", "'é€'", "'b'"},
            {"k CHAR(200) CHARACTER SET utf8mb4", "'wide'", "'ü'"},
            {"k VARCHAR(20) CHARACTER SET utf16", "'ab'", "'ž'"},
            {"k BINARY(16)", "X'00112233445566778899AABBCCDDEE00'", "X'01'"},
            {"k VARBINARY(20)", "X'0100'", "X'01'"},
            {"k DATE", "'2026-02-28'", "'0999-12-31'"},
            {"k DATETIME", "'2026-02-28 23:59:59'"},
            {"k DATETIME(3)", "'2026-02-28 23:59:59.120'", "'1000-01-01 00:00:00.001'"},
        }) {
            String table = "k" + tables.size();
            tables.add(table);
            database.execute("CREATE TABLE " + table + " (v INT, " + key[0] + " NOT NULL, PRIMARY KEY (k))");
        }
        tables.add("composite");
        database.execute("CREATE TABLE composite (v INT, b BIGINT UNSIGNED, x INT, a VARCHAR(10), PRIMARY KEY (a, b))");
        Recorder recorder = new Recorder();
        try (RowEvents events = recorder.open(database, tables.toArray(String[]::new))) {
            String[][] values = {
                {"0", "200", "255"},
                {"9000000", "16777215"},
                {"-8388608", "-1", "8388607"},
                {"4294967295", "7"},
                {"18446744073709551615", "9223372036854775808", "5"},
                {"-1.5000", "0.0001", "9999999999999999.9999"},
                {"'žluť'", "'A'", "''", "'it''s'"},
                {"'é€'", "'b'"},
                {"'wide'", "'ü'"},
                {"'ab'", "'ž'"},
                {"X'00112233445566778899AABBCCDDEE00'", "X'01'"},
                {"X'0100'", "X'01'"},
                {"'2026-02-28'", "'0999-12-31'"},
                {"'2026-02-28 23:59:59'"},
                {"'2026-02-28 23:59:59.120'", "'1000-01-01 00:00:00.001'"},
            };
            int rows = 1;
            for (int table = 0; table < values.length; table++) {
                for (String value : values[table]) {
                    database.execute("INSERT INTO k" + table + " VALUES (1, " + value + ")");
                    rows++;
                }
            }
            database.execute("INSERT INTO composite VALUES (1, 18446744073709551615, 2, 'ä')");
            int expected = rows;
            await().atMost(Duration.ofSeconds(20)).until(() -> recorder.changes.size() >= expected);
            assertThat(recorder.gaps).isEmpty();
            for (String table : tables) {
                Set<RowKey> told = recorder.changes.stream()
                        .filter(change -> change.table().equals(TableName.of(table)))
                        .map(RowChange::key)
                        .collect(Collectors.toSet());
                assertThat(told).as(table).isEqualTo(selected(database, table));
            }
            assertThat(events.state().isRunning()).isTrue();
        }
    }

    private static Set<RowKey> selected(TestDatabase database, String table) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            TableShape shape = TableInspector.inspect(connection, TableName.of(table));
            List<Column> key = shape.primary().orElseThrow().columns().stream()
                    .map(name -> shape.column(name).orElseThrow())
                    .toList();
            String columns = key.stream()
                    .map(column -> KeyCodec.asText(column)
                            ? "CAST(" + column.name().quoted() + " AS CHAR)"
                            : column.name().quoted())
                    .collect(Collectors.joining(", "));
            Set<RowKey> keys = new java.util.HashSet<>();
            try (ResultSet rows = statement.executeQuery("SELECT " + columns + " FROM " + table)) {
                while (rows.next()) {
                    keys.add(new KeyCodec(key).read(rows, 1));
                }
            }
            return keys;
        }
    }

    @Test
    void needsNoMoreThanKeysInTheLog(TestDatabase database) throws SQLException {
        database.execute(
                "CREATE TABLE t (note TEXT, b INT, id INT, a INT, PRIMARY KEY (a, b))",
                "INSERT INTO t VALUES ('x', 2, 9, 1)");
        Recorder recorder = new Recorder();
        try (RowEvents events = recorder.open(database, "t");
                Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("SET SESSION binlog_row_image = MINIMAL");
            statement.execute("UPDATE t SET note = 'y'");
            statement.execute("UPDATE t SET b = 5");
            statement.execute("INSERT INTO t (a, b) VALUES (7, 8)");
            statement.execute("DELETE FROM t WHERE a = 1");
            statement.execute("SET SESSION binlog_row_image = NOBLOB");
            statement.execute("UPDATE t SET note = 'z'");
            recorder.heard("UPDATE 1,2", "DELETE 1,2", "INSERT 1,5", "INSERT 7,8", "DELETE 1,5", "UPDATE 7,8");
            assertThat(events.state().isRunning()).isTrue();
            assertThat(recorder.gaps).isEmpty();
        }
    }

    @Test
    void saysWhoWroteAndWhen(TestDatabase database) throws SQLException {
        database.execute("CREATE TABLE t (id INT PRIMARY KEY, v INT)", "INSERT INTO t VALUES (1, 0)");
        Recorder recorder = new Recorder();
        try (RowEvents events = recorder.open(database, "t");
                Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            if (!database.isMariaDb()) {
                statement.execute("SET SESSION binlog_rows_query_log_events = ON");
            }
            Instant before = Instant.now();
            statement.execute("UPDATE /* rowlock batch 7 */ t SET v = 1");
            Instant after = Instant.now();
            recorder.heard("UPDATE 1");
            Writer writer = recorder.changes.get(0).writer();
            long id = database.isMariaDb() ? 0 : connectionId(statement);
            assertThat(writer.comment()).contains("rowlock batch 7");
            assertThat(writer.connectionId().isPresent()).isEqualTo(!database.isMariaDb());
            assertThat(writer.isOneOf(Set.of(id))).isEqualTo(!database.isMariaDb());
            assertThat(writer.isOneOf(Set.of(id + 1))).isFalse();
            Duration unit = database.isMariaDb() ? Duration.ofSeconds(1) : Duration.ofMillis(50);
            assertThat(recorder.changes.get(0).committedAt()).isBetween(before.minus(unit), after.plus(unit));
            assertThat(events.state().isRunning()).isTrue();
        }
    }

    private static long connectionId(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery("SELECT CONNECTION_ID()")) {
            row.next();
            return row.getLong(1);
        }
    }

    @Test
    void aCommentInsideAStringIsSomebodysData(TestDatabase database) throws SQLException {
        database.execute("CREATE TABLE t (id INT PRIMARY KEY, v VARCHAR(50))", "INSERT INTO t VALUES (1, '')");
        Recorder recorder = new Recorder();
        try (RowEvents events = recorder.open(database, "t");
                Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            if (!database.isMariaDb()) {
                statement.execute("SET SESSION binlog_rows_query_log_events = ON");
            }
            statement.execute("UPDATE t SET v = '/* rowlock batch */'");
            recorder.heard("UPDATE 1");
            assertThat(recorder.changes.get(0).writer().comment()).isEmpty();
            assertThat(events.state().isRunning()).isTrue();
        }
    }

    @Test
    void followsATableThatIsAltered(TestDatabase database) {
        database.execute("CREATE TABLE t (id INT UNSIGNED PRIMARY KEY, v INT)");
        Recorder recorder = new Recorder();
        try (RowEvents events = recorder.open(database, "t")) {
            database.execute(
                    "INSERT INTO t VALUES (4000000000, 10)",
                    "ALTER TABLE t ADD COLUMN first_one INT FIRST",
                    "INSERT INTO t VALUES (9, 2, 20)",
                    "ALTER TABLE t MODIFY id BIGINT UNSIGNED NOT NULL",
                    "INSERT INTO t VALUES (9, 18446744073709551615, 30)",
                    "ALTER TABLE t CHANGE id x BIGINT UNSIGNED NOT NULL, CHANGE v id INT NOT NULL, DROP PRIMARY KEY, ADD PRIMARY KEY (id)",
                    "DELETE FROM t WHERE x = 2");
            // The alterations may all have happened before the first row is read: what cannot be read then has to be
            // told.
            recorder.heardOrGaps(4);
            assertThat(recorder.told()).last().isEqualTo("DELETE 20");
            assertThat(recorder.gaps).allSatisfy(gap -> assertThat(gap.reason()).contains("was altered"));
            assertThat(events.state().isRunning()).isTrue();
        }
    }

    @Test
    void readsOnWhenATableIsAlteredBetweenWrites(TestDatabase database) {
        database.execute("CREATE TABLE t (id INT UNSIGNED PRIMARY KEY, v INT)");
        Recorder recorder = new Recorder();
        try (RowEvents events = recorder.open(database, "t")) {
            database.execute("INSERT INTO t VALUES (4000000000, 1)");
            recorder.heard("INSERT 4000000000");
            database.execute(
                    "ALTER TABLE t ADD COLUMN first_one INT FIRST, MODIFY id BIGINT UNSIGNED NOT NULL",
                    "INSERT INTO t VALUES (9, 18446744073709551615, 2)");
            recorder.heard("INSERT 4000000000", "INSERT 18446744073709551615");
            // The same types in the same places, and another column is the key.
            database.execute(
                    "ALTER TABLE t RENAME COLUMN first_one TO other_one, RENAME COLUMN v TO first_one,"
                            + " DROP PRIMARY KEY, ADD PRIMARY KEY (first_one)",
                    "DELETE FROM t WHERE first_one = 1");
            recorder.heard("INSERT 4000000000", "INSERT 18446744073709551615", "DELETE 1");
            assertThat(recorder.gaps).isEmpty();
            assertThat(events.state().isRunning()).isTrue();
        }
    }

    @Test
    void saysWhenAllRowsAreRemovedAtOnce(TestDatabase database) {
        database.execute("CREATE TABLE t (id INT PRIMARY KEY)", "INSERT INTO t VALUES (1)");
        Recorder recorder = new Recorder();
        try (RowEvents events = recorder.open(database, "t")) {
            database.execute("TRUNCATE TABLE t", "INSERT INTO t VALUES (2)");
            recorder.heard("INSERT 2");
            assertThat(recorder.gaps).singleElement().asString().contains("removed all rows of t");
            assertThat(events.state().isRunning()).isTrue();
        }
    }

    @Test
    void saysWhenASessionLogsStatements(TestDatabase database) throws SQLException {
        database.execute("CREATE TABLE t (id INT PRIMARY KEY, v INT)", "INSERT INTO t VALUES (1, 0)");
        Recorder recorder = new Recorder();
        try (RowEvents events = recorder.open(database, "t");
                Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ");
            statement.execute("SET SESSION binlog_format = STATEMENT");
            statement.execute("UPDATE t SET v = 5 WHERE id = 1");
            await().atMost(Duration.ofSeconds(20)).until(() -> !recorder.gaps.isEmpty());
            assertThat(recorder.gaps.get(0).toString())
                    .contains("logs statements")
                    .contains("binlog_format");
            assertThat(recorder.told()).isEmpty();
            assertThat(events.state().isRunning()).isTrue();
        }
    }

    @Test
    void aThousandRowsInATransactionComeInOrder(TestDatabase database) throws SQLException {
        database.execute("CREATE TABLE t (id INT PRIMARY KEY, v VARCHAR(2000))");
        Recorder recorder = new Recorder();
        try (RowEvents events = recorder.open(database, "t");
                Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            for (int id = 1; id <= 1_000; id++) {
                statement.addBatch("INSERT INTO t VALUES (" + id + ", REPEAT('v', 2000))");
            }
            statement.executeBatch();
            assertThat(recorder.changes).isEmpty();
            connection.commit();
            await().atMost(Duration.ofSeconds(20)).until(() -> recorder.changes.size() == 1_000);
            assertThat(recorder.changes.stream()
                            .map(change -> change.key().parts().get(0)))
                    .isSorted()
                    .doesNotHaveDuplicates();
            assertThat(events.state().isRunning()).isTrue();
        }
    }
}
