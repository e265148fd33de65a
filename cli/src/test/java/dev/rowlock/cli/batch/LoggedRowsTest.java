package dev.rowlock.cli.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowlock.batch.RecentRows;
import dev.rowlock.binlog.LogAddress;
import dev.rowlock.embedded.ServerKind;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.Identifier;
import dev.rowlock.mysql.TableName;
import dev.rowlock.mysql.table.RowKey;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** The binary log tells a batch which rows online traffic wrote a moment ago. */
@EachServer(only = ServerKind.MYSQL_DEV)
final class LoggedRowsTest {
    private static final List<RowKey> KEYS = List.of(RowKey.of(1L), RowKey.of(2L), RowKey.of(3L));

    @Test
    void namesTheRowsThatWereWrittenAndNoOthers(TestDatabase database) {
        TableName table = orders(database);
        try (RecentRows recent = LoggedRows.open(
                database.dataSource(), LogAddress.ofJdbc(database.url(), null, null), table, Duration.ofMinutes(1))) {
            assertThat(recent.among(KEYS)).isEmpty();
            database.execute("UPDATE orders SET n = n + 1 WHERE id = 2");
            Awaitility.await()
                    .atMost(Duration.ofSeconds(10))
                    .untilAsserted(() -> assertThat(recent.among(KEYS)).containsExactly(RowKey.of(2L)));
        }
    }

    @Test
    void aServerThatCannotTellIsSaidToBeSo(TestDatabase database) {
        TableName table = orders(database);
        LogAddress nobody = new LogAddress(
                "127.0.0.1", database.port(), "nobody_at_all", "wrong", dev.rowlock.binlog.TlsMode.DISABLED);
        assertThatThrownBy(() -> LoggedRows.open(database.dataSource(), nobody, table, Duration.ofMinutes(1)))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageStartingWith("recent writes cannot be known here: ");
    }

    private static TableName orders(TestDatabase database) {
        database.execute(
                "CREATE TABLE orders (id BIGINT PRIMARY KEY, n INT NOT NULL)",
                "INSERT INTO orders VALUES (1, 0), (2, 0), (3, 0)");
        return new TableName(new Identifier(database.schema()), new Identifier("orders"));
    }
}
