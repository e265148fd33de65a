package dev.rowlock.batch.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.batch.Action;
import dev.rowlock.batch.BatchPlan;
import dev.rowlock.batch.Batches;
import dev.rowlock.batch.PlanNote;
import dev.rowlock.batch.PlanReport;
import dev.rowlock.embedded.ServerKind;
import dev.rowlock.mysql.TableName;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.time.Duration;

/** A table that nobody may count. */
final class LargeTablePlanTest {
    private static final int ROWS = 1_300_000;

    @EachServer(only = {ServerKind.MYSQL_DEV})
    void answersByASampleAndLeavesNoTrace(TestDatabase database) throws InterruptedException {
        database.execute(
                "CREATE TABLE events (id BIGINT PRIMARY KEY, kind TINYINT NOT NULL) ENGINE=InnoDB",
                "SET SESSION cte_max_recursion_depth = " + ROWS,
                // One in four matches, and only in the second half of the table.
                "INSERT INTO events SELECT i * 7, IF(i > " + ROWS / 2 + " AND i % 2 = 0, 1, 0) FROM"
                        + " (WITH RECURSIVE s AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM s WHERE i < " + ROWS
                        + ") SELECT i FROM s) AS n",
                "ANALYZE TABLE events");
        PlanReport report = plan(database, "kind = 1");
        assertThat(report.took()).isLessThan(Duration.ofSeconds(5));
        assertThat(report.rows().value()).isBetween(1_040_000L, 1_560_000L);
        assertThat(report.matching().value()).isBetween(260_000L, 390_000L);
        assertThat(report.matching().low()).isLessThanOrEqualTo(325_000);
        assertThat(report.matching().high()).isGreaterThanOrEqualTo(325_000);
        assertThat(report.shards()).hasSize(8);
        assertThat(report.shards().get(0).matching()).isZero();
        assertThat(report.shards().get(7).matching()).isBetween(52_000L, 104_000L);
        assertThat(database.column("SHOW TABLES")).containsExactly("events");
        assertThat(database.number("SELECT COUNT(*) FROM events WHERE kind = 2"))
                .isZero();
        // Few rows in a large table: what that costs is said, and what could find them.
        assertThat(scan(plan(database, "kind = 7")))
                .contains("every row is looked at once", "on one thread", "(0.00 %)", "touches no index");
        assertThat(scan(plan(database, "id <= 7000"))).contains("bounds the primary key to about");
        database.execute("ALTER TABLE events ADD KEY by_kind (kind)");
        assertThat(scan(plan(database, "kind = 7")))
                .contains("the index by_kind would find about", "a batch does not lock along it");
    }

    private static PlanReport plan(TestDatabase database, String condition) throws InterruptedException {
        return Batches.of(Transactions.of(database.dataSource()))
                .plan(BatchPlan.builder(TableName.of("events"), condition, new Action.Set("kind = 2"))
                        .build());
    }

    private static String scan(PlanReport report) {
        assertThat(report.took()).isLessThan(Duration.ofSeconds(5));
        return report.notes().stream()
                .filter(note -> note.id().equals("scan"))
                .filter(note -> note.weight() == PlanNote.Weight.WARNING)
                .findFirst()
                .orElseThrow()
                .text();
    }
}
