package dev.rowlock.batch.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.batch.Action;
import dev.rowlock.batch.BatchPlan;
import dev.rowlock.batch.Batches;
import dev.rowlock.batch.CollisionReading;
import dev.rowlock.batch.PlanNote;
import dev.rowlock.batch.PlanReport;
import dev.rowlock.batch.PlanSettings;
import dev.rowlock.batch.PlannedShard;
import dev.rowlock.batch.PlannedStatement;
import dev.rowlock.batch.PlannedWindow;
import dev.rowlock.batch.RowEstimate;
import dev.rowlock.batch.ShardRule;
import dev.rowlock.batch.Window;
import dev.rowlock.batch.fixture.Orders;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.TableName;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.pacing.RateSetting;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a plan says, and that it leaves no trace. */
@EachServer
final class PlanTest {
    @Test
    void saysWhatItWouldDoAndWritesNothing(TestDatabase database) throws Exception {
        Orders orders = Orders.create(database, 5_000);
        PlanReport report = orders.batches().plan(Orders.counting().build());
        assertThat(report.matching()).isEqualTo(RowEstimate.exact(3_334));
        assertThat(report.rows()).isEqualTo(RowEstimate.exact(5_000));
        assertThat(report.key()).containsExactly("id");
        assertThat(report.canStart()).as(report.notes().toString()).isTrue();
        assertThat(report.shards()).hasSize(8);
        assertThat(report.shards().stream().mapToLong(PlannedShard::matching).sum())
                .isBetween(3_330L, 3_338L);
        assertThat(database.column("SHOW TABLES")).containsExactly("orders");
        assertThat(orders.number("SELECT COUNT(*) FROM orders WHERE n <> 0")).isZero();
    }

    @Test
    void everyStatementGoesAlongThePrimaryKeyWithTheTablesOwnNames(TestDatabase database) throws Exception {
        Orders orders = Orders.create(database, 5_000);
        database.execute("CREATE TABLE old_orders LIKE orders", "ANALYZE TABLE orders");
        for (Action action : List.of(
                new Action.Set("n = n + 1"),
                new Action.Delete(),
                new Action.Archive(TableName.of("old_orders")),
                new Action.Handle(List.of("note")))) {
            PlanReport report = orders.batches().plan(Orders.plan(action).build());
            assertThat(report.statements()).isNotEmpty().allSatisfy(statement -> {
                assertThat(statement.sql())
                        .contains("orders`", "modified_at < ?")
                        .doesNotContain("{", "\0");
                assertThat(statement.locks()).isNotEmpty();
                assertThat(statement.plan())
                        .filteredOn(step -> step.table().equals("orders"))
                        .isNotEmpty()
                        .extracting(PlannedStatement.Step::index)
                        .containsOnly("PRIMARY");
            });
            assertThat(notes(report, "plan")).isEmpty();
        }
    }

    @Test
    void tellsWhetherRowsMatchStillAfterTheChange(TestDatabase database) throws Exception {
        Orders orders = Orders.create(database, 3_000);
        assertThat(note(orders.batches().plan(Orders.counting().build()), "still-matching"))
                .satisfies(note -> assertThat(note.weight()).isEqualTo(PlanNote.Weight.WARNING))
                .satisfies(note -> assertThat(note.text()).contains("200 of 200", "by key and checkpoint"));
        BatchPlan leaves = Orders.plan(new Action.Set("note = :note, status = IF(id < 0, status, 'OVERDUE')"))
                .parameter("note", "late")
                .build();
        assertThat(note(orders.batches().plan(leaves), "still-matching"))
                .satisfies(note -> assertThat(note.text()).contains("0 of 200"));
    }

    @Test
    void namesTriggersForeignKeysAndComputedColumns(TestDatabase database) throws Exception {
        database.execute(
                "CREATE TABLE customer (id BIGINT PRIMARY KEY) ENGINE=InnoDB",
                "CREATE TABLE parcel (id BIGINT PRIMARY KEY, customer_id BIGINT, n INT NOT NULL DEFAULT 0,"
                        + " twice INT AS (2 * n) STORED, CONSTRAINT of_customer FOREIGN KEY (customer_id)"
                        + " REFERENCES customer (id)) ENGINE=InnoDB",
                "CREATE TABLE item (id BIGINT PRIMARY KEY, parcel_id BIGINT, CONSTRAINT of_parcel FOREIGN KEY (parcel_id)"
                        + " REFERENCES parcel (id) ON DELETE CASCADE) ENGINE=InnoDB",
                "CREATE TABLE slip (id BIGINT PRIMARY KEY, parcel_id BIGINT, CONSTRAINT of_slip FOREIGN KEY (parcel_id)"
                        + " REFERENCES parcel (id)) ENGINE=InnoDB",
                "CREATE TRIGGER parcel_changed BEFORE UPDATE ON parcel FOR EACH ROW SET NEW.n = NEW.n",
                "INSERT INTO parcel (id) VALUES (1), (2)");
        Orders.create(database, 1);
        PlanReport set = plan(database, new Action.Set("customer_id = 7"));
        assertThat(note(set, "triggers").text()).contains("parcel_changed (before update)");
        assertThat(note(set, "parents").text()).contains("customer_id -> customer (of_customer)");
        assertThat(notes(set, "children")).isEmpty();
        assertThat(note(set, "computed").text()).contains("twice");
        PlanReport delete = plan(database, new Action.Delete());
        assertThat(notes(delete, "triggers")).isEmpty();
        assertThat(notes(delete, "parents")).isEmpty();
        assertThat(delete.notes())
                .filteredOn(note -> note.id().equals("children"))
                .extracting(PlanNote::text)
                .anySatisfy(text -> assertThat(text).contains("item (of_parcel, ON DELETE CASCADE)", "WAITS"))
                .anySatisfy(text -> assertThat(text).contains("slip (of_slip", "1451"));
    }

    private static PlanReport plan(TestDatabase database, Action action) throws InterruptedException {
        return Batches.of(Transactions.of(database.dataSource()))
                .plan(BatchPlan.builder(TableName.of("parcel"), "id > 0", action)
                        .build());
    }

    @Test
    void provesOnRequestThatAChunkPassesOverHeldRows(TestDatabase database) throws Exception {
        Orders orders = Orders.create(database, 100);
        try (Connection online = database.connect();
                Statement statement = online.createStatement()) {
            online.setAutoCommit(false);
            statement.execute("UPDATE orders SET note = 'mine' WHERE id <= 40");
            PlanReport report = orders.batches()
                    .plan(
                            Orders.counting().build(),
                            PlanSettings.standard().withProbing(PlanSettings.Probing.TWO_SESSIONS));
            assertThat(note(report, "gives-way").text())
                    .containsPattern("while one held the row (4[1-9]|[5-9]\\d|100), a chunk passed over it");
            online.rollback();
        }
    }

    @Test
    void saysEarlyThatItWillNotBeThrough(TestDatabase database) throws Exception {
        Orders orders = Orders.create(database, 5_000);
        PlanReport slow = orders.batches()
                .plan(Orders.counting()
                        .rate(RateSetting.rows(1))
                        .window(Window.parse("02:00-02:30", Window.AtEnd.STOP))
                        .build());
        assertThat(slow.window().orElseThrow().fit()).isEqualTo(PlannedWindow.Fit.WILL_NOT);
        assertThat(slow.paces().get(0).latestOrNull()).isNull();
        assertThat(slow.window().orElseThrow().neededRate()).isBetween(1.8, 2.0); // 3 434 in half an hour
        PlanReport fast = orders.batches()
                .plan(Orders.counting()
                        .rate(RateSetting.rows(1_000))
                        .window(Window.parse("02:00-02:30", Window.AtEnd.STOP))
                        .build());
        assertThat(fast.window().orElseThrow().fit()).isEqualTo(PlannedWindow.Fit.FITS);
        assertThat(fast.paces().get(0).longest()).isBetween(Duration.ofSeconds(3), Duration.ofSeconds(4));
    }

    @Test
    void takesTheCollisionRateFromWhoeverMeasuresAndGoesOnWithoutIt(TestDatabase database) throws Exception {
        Orders orders = Orders.create(database, 100);
        PlanSettings measured = PlanSettings.standard()
                .withCollisions(
                        (table, where, parameters, window) -> {
                            assertThat(where).isEqualTo(Orders.OVERDUE);
                            assertThat(parameters).containsOnlyKeys("cutoff"); // the step belongs to the assignment
                            return new CollisionReading(0, 0.004, 0.009, "safe", "a test", window, List.of());
                        },
                        Duration.ofSeconds(1));
        BatchPlan plan = Orders.plan(new Action.Set("n = n + :step"))
                .parameter("step", "2")
                .build();
        assertThat(orders.batches()
                        .plan(plan, measured)
                        .collisions()
                        .orElseThrow()
                        .rate())
                .isEqualTo(0.004);
        PlanSettings refused = PlanSettings.standard()
                .withCollisions(
                        (table, where, parameters, window) -> {
                            throw new ConfigurationException("no binary log");
                        },
                        Duration.ofSeconds(1));
        PlanReport without = orders.batches().plan(plan, refused);
        assertThat(without.collisions()).isEmpty();
        assertThat(note(without, "collisions").text()).contains("no binary log");
    }

    @Test
    void anEmptyTableIsDoneAtOnceButItsConditionIsReadAllTheSame(TestDatabase database) throws Exception {
        Orders orders = Orders.create(database, 1);
        database.execute("DELETE FROM orders");
        PlanReport report = orders.batches()
                .plan(Orders.counting().shards(ShardRule.ranges(3)).build());
        assertThat(report.matching()).isEqualTo(RowEstimate.exact(0));
        assertThat(report.shards()).isEmpty();
        assertThat(note(report, "empty").text()).contains("done at once");
    }

    private static PlanNote note(PlanReport report, String id) {
        assertThat(notes(report, id)).as(report.notes().toString()).hasSize(1);
        return notes(report, id).get(0);
    }

    private static List<PlanNote> notes(PlanReport report, String id) {
        return report.notes().stream().filter(note -> note.id().equals(id)).toList();
    }
}
