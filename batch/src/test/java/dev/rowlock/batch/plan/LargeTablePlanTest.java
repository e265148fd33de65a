package dev.rowlock.batch.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.batch.Action;
import dev.rowlock.batch.BatchPlan;
import dev.rowlock.batch.Batches;
import dev.rowlock.batch.PlanReport;
import dev.rowlock.embedded.ServerKind;
import dev.rowlock.mysql.TableName;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.time.Duration;

/** A table that nobody may count. */
final class LargeTablePlanTest {
    private static final int ROWS = 1_000_000;

    @EachServer(only = {ServerKind.MYSQL_DEV})
    void answersByASampleAndLeavesNoTrace(TestDatabase database) throws InterruptedException {
        database.execute(
                "CREATE TABLE events (id BIGINT PRIMARY KEY, kind TINYINT NOT NULL) ENGINE=InnoDB",
                "SET SESSION cte_max_recursion_depth = " + ROWS,
                // One in four matches, and only in the second half of the table.
                "INSERT INTO events SELECT i * 7, IF(i > 500000 AND i % 2 = 0, 1, 0) FROM"
                        + " (WITH RECURSIVE s AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM s WHERE i < " + ROWS
                        + ") SELECT i FROM s) AS n",
                "ANALYZE TABLE events");
        PlanReport report = Batches.of(Transactions.of(database.dataSource()))
                .plan(BatchPlan.builder(TableName.of("events"), "kind = 1", new Action.Set("kind = 2"))
                        .build());
        assertThat(report.took()).isLessThan(Duration.ofSeconds(5));
        assertThat(report.rows().value()).isBetween(800_000L, 1_200_000L);
        assertThat(report.matching().value()).isBetween(200_000L, 300_000L);
        assertThat(report.matching().low()).isLessThanOrEqualTo(250_000);
        assertThat(report.matching().high()).isGreaterThanOrEqualTo(250_000);
        assertThat(report.shards()).hasSize(8);
        assertThat(report.shards().get(0).matching()).isZero();
        assertThat(report.shards().get(7).matching()).isBetween(40_000L, 80_000L);
        assertThat(database.column("SHOW TABLES")).containsExactly("events");
        assertThat(database.number("SELECT COUNT(*) FROM events WHERE kind = 2"))
                .isZero();
    }
}
