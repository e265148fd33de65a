package dev.rowlock.batch;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.rowlock.batch.fixture.Orders;
import dev.rowlock.embedded.ServerKind;
import dev.rowlock.mysql.SessionState;
import dev.rowlock.mysql.TableName;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The example of {@code docs/batch.md} for an application with a pool, as it stands there, on a real server. */
final class PoolExampleTest {
    @EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_11_4})
    void aBatchRunsOnAPool(TestDatabase database) throws InterruptedException {
        Orders.create(database, 300);
        try (HikariDataSource pool = pool(database.url())) {
            assertThat(overdue(pool).counts()).isEqualTo(new Counts(300, 200, 200, 0, 0));
        }
        assertThat(database.number("SELECT COUNT(*) FROM orders WHERE status = 'OVERDUE'"))
                .isEqualTo(200);
    }

    // example: pool
    static HikariDataSource pool(String url) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(10); // chunks, orders, and one for each signal
        config.setTransactionIsolation("TRANSACTION_READ_COMMITTED"); // saves a round trip for each chunk
        config.setConnectionInitSql("SET SESSION innodb_lock_wait_timeout = 1"); // saves another on MySQL
        return new HikariDataSource(config);
    }

    static RunStatus overdue(HikariDataSource pool) throws InterruptedException {
        Batches batches = Batches.of(Transactions.of(pool).sessions(SessionState.READ_COMMITTED));
        BatchPlan plan = BatchPlan.builder(
                        TableName.parse("orders"),
                        "status = 'PENDING' AND modified_at < :cutoff",
                        new Action.Set("status = 'OVERDUE'"))
                .parameter("cutoff", "2026-01-01")
                .guard(GuardRule.none()) // without this: the P99 of what writes the table
                .build();
        long run = batches.start(plan);
        try (BatchWorker worker = batches.join(run, WorkerSettings.standard()).start()) {
            worker.await(Duration.ofHours(2));
        }
        return batches.status(run);
    }
    // end

    @Test
    void theExampleOfTheDocsIsThisOne() throws IOException {
        Path root = Path.of(System.getProperty("rowlock.test.root", ".."));
        String source = Files.readString(root.resolve("batch/src/test/java/dev/rowlock/batch/PoolExampleTest.java"));
        String example = source.substring(source.indexOf("// example: pool"), source.indexOf("// end"));
        List<String> lines = example.lines()
                .skip(1)
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .toList();
        String docs = Files.readString(root.resolve("docs/batch.md"));
        assertThat(docs.lines().map(String::strip)).containsSubsequence(lines);
    }
}
