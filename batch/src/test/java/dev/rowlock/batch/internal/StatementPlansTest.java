package dev.rowlock.batch.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.batch.Action;
import dev.rowlock.batch.BatchPlan;
import dev.rowlock.mysql.TableName;
import dev.rowlock.testing.Connections;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.SentStatement;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every statement on the user's table as it is really sent: a range of the primary key, nothing sorted (facts 1.4, 5.4, 8). */
@EachServer
final class StatementPlansTest {
    @ParameterizedTest
    @CsvSource({"5, id", "100000, id", "700, tenant:id", "100000, tenant:id"})
    void readsARangeOfThePrimaryKey(int rows, String key, TestDatabase database) throws SQLException {
        fill(database, rows, key.replace(':', ','));
        Map<String, SentStatement> sent = new LinkedHashMap<>();
        for (String where : List.of("status = 'PENDING'", "status = 'PENDING' AND n = 0 AND id % 40 = 1")) {
            for (Action action : List.of(
                    new Action.Set("n = n + 1"), new Action.Archive(TableName.of("archive")), new Action.Delete())) {
                ChunkBench bench = ChunkBench.take(
                        Connections.to(database).watched((statement, connection) -> {
                            if (statement.sql().contains("`items`")
                                    && !statement.sql().startsWith("EXPLAIN")
                                    && statement.parameters().size() > 1) {
                                sent.put(statement.sql(), statement);
                            }
                        }),
                        BatchPlan.builder(TableName.of("items"), where, action));
                try (Connection online = ChunkBench.connect(database);
                        Statement hold = online.createStatement()) {
                    hold.execute("UPDATE items SET note = 'mine' WHERE id = 1");
                    bench.scan(400, 200);
                    bench.scan(400, 200);
                    bench.round(200);
                    online.rollback();
                }
                bench.round(200);
            }
        }
        assertThat(sent.size()).isGreaterThan(7);
        try (Connection connection = database.connect()) {
            for (SentStatement statement : sent.values()) {
                check(statement, statement.explain(connection));
            }
        }
    }

    private static void check(SentStatement statement, List<Map<String, String>> plan) {
        for (Map<String, String> step : plan) {
            String extra = String.valueOf(step.get("extra"));
            String what = statement.sql() + System.lineSeparator() + step;
            assertThat(extra).as(what).doesNotContain("filesort", "temporary");
            boolean insertion = "INSERT".equals(step.get("select_type"));
            boolean nothing = extra.contains("Impossible WHERE") || extra.contains("no matching row");
            if (!insertion && !nothing) {
                assertThat(step.get("key")).as(what).isEqualTo("PRIMARY");
                assertThat(step.get("type")).as(what).isIn("range", "const", "eq_ref");
            }
        }
    }

    private static void fill(TestDatabase database, int rows, String key) {
        database.execute(
                "CREATE TABLE items (tenant INT NOT NULL, id INT NOT NULL, status VARCHAR(16) NOT NULL, n INT NOT NULL DEFAULT 0,"
                        + " note VARCHAR(20) NOT NULL DEFAULT '', PRIMARY KEY (" + key + "), KEY by_status (status))",
                "INSERT INTO items (tenant, id, status) VALUES (1, 1, 'PENDING')");
        for (int have = 1; have < rows; have *= 2) {
            database.execute("INSERT INTO items (tenant, id, status) SELECT IF(id % 9 = 0, 2, 1), id + " + have
                    + ", IF(id % 3 = 0, 'PAID', 'PENDING') FROM items ORDER BY id LIMIT "
                    + Math.min(have, rows - have));
        }
        database.execute(
                "INSERT INTO items (tenant, id, status) VALUES (9, 1000000, 'PAID')",
                "CREATE TABLE archive LIKE items",
                "ANALYZE TABLE items");
    }
}
