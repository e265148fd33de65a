package dev.rowlock.batch.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowlock.batch.Action;
import dev.rowlock.batch.BatchPlan;
import dev.rowlock.batch.BatchWorker;
import dev.rowlock.batch.Counts;
import dev.rowlock.batch.GuardRule;
import dev.rowlock.batch.RunState;
import dev.rowlock.batch.ShardRule;
import dev.rowlock.batch.fixture.Orders;
import dev.rowlock.batch.fixture.SlowRun;
import dev.rowlock.embedded.ServerKind;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.TableName;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import org.junit.jupiter.api.Test;

/** A primary key that is altered under a run: its checkpoints would pass rows over or meet them twice. */
@EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_11_4})
final class ChangedKeyTest {
    private static final int ROWS = 1_500;
    private static final Counts ALL = new Counts(ROWS, 1_000, 1_000, 0, 0);

    private static void assertEachOnce(Orders orders, SlowRun run) {
        assertThat(run.status().state()).as(run.status().reason()).isEqualTo(RunState.DONE);
        assertThat(run.status().counts()).isEqualTo(ALL);
        assertThat(orders.number("SELECT COUNT(*) FROM orders WHERE n <> IF(status = 'PENDING', 1, 0)"))
                .isZero();
    }

    @Test
    void anotherColumnInTheKeyStopsTheRunAndItGoesOnWhenTheKeyIsBack(TestDatabase database) throws Exception {
        Orders orders = Orders.create(database, ROWS);
        SlowRun run = SlowRun.start(orders.batches(), Orders.counting());
        assertThat(run.during(
                        () -> database.execute("ALTER TABLE orders DROP PRIMARY KEY, ADD PRIMARY KEY (status, id)")))
                .isEqualTo(RunState.STOPPED);
        assertThat(run.status().reason())
                .contains("the primary key of " + database.schema() + ".orders was (id bigint")
                .contains("and is (status varchar(16)", "rowlock batch resume " + run.id());
        assertThat(orders.batches().resume(run.id())).isTrue();
        assertThatThrownBy(run::join)
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContainingAll("(id bigint", "(status varchar(16)", "rowlock batch cancel");
        database.execute("ALTER TABLE orders DROP PRIMARY KEY, ADD PRIMARY KEY (id)");
        run.finish();
        assertEachOnce(orders, run);
    }

    /** As texts, '1000' comes before '2': what is after the cursor is another set of rows. */
    @Test
    void anotherTypeIsNoticedBeforeAnyRowIsDoneInItsOrder(TestDatabase database) throws Exception {
        Orders orders = Orders.create(database, ROWS);
        SlowRun run = SlowRun.start(orders.batches(), Orders.counting().shards(ShardRule.ranges(1)));
        assertThat(run.during(() -> database.execute("ALTER TABLE orders MODIFY id VARCHAR(20) NOT NULL")))
                .isEqualTo(RunState.STOPPED);
        assertThat(run.status().reason()).contains("(id bigint", "(id varchar(20)");
        database.execute("ALTER TABLE orders MODIFY id BIGINT NOT NULL");
        run.finish();
        assertEachOnce(orders, run);
    }

    @Test
    void anotherCollationIsNoticedBeforeAnyRowIsDoneInItsOrder(TestDatabase database) throws Exception {
        Orders orders = Orders.create(database, ROWS);
        database.execute(
                "CREATE TABLE words (k VARCHAR(20) COLLATE utf8mb4_bin PRIMARY KEY, status VARCHAR(16) NOT NULL, n INT NOT NULL DEFAULT 0)"
                        + " ENGINE=InnoDB DEFAULT CHARSET=utf8mb4",
                "INSERT INTO words SELECT CONCAT(IF(id % 2 = 0, 'a', 'B'), id), status, 0 FROM orders");
        BatchPlan.Builder plan = BatchPlan.builder(
                        TableName.of("words"), "status = 'PENDING'", new Action.Set("n = n + 1"))
                .shards(ShardRule.ranges(1))
                .guard(GuardRule.none());
        SlowRun run = SlowRun.start(orders.batches(), plan);
        assertThat(
                        run.during(
                                () -> database.execute(
                                        "ALTER TABLE words MODIFY k VARCHAR(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci NOT NULL")))
                .isEqualTo(RunState.STOPPED);
        assertThat(run.status().reason()).contains("COLLATE utf8mb4_bin", "COLLATE utf8mb4_general_ci");
        database.execute("ALTER TABLE words MODIFY k VARCHAR(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL");
        run.finish();
        assertThat(run.status().counts()).isEqualTo(ALL);
        assertThat(orders.number("SELECT COUNT(*) FROM words WHERE n <> IF(status = 'PENDING', 1, 0)"))
                .isZero();
    }

    @Test
    void aTypeOfTheSameOrderDoesNotStopIt(TestDatabase database) throws Exception {
        Orders orders = Orders.create(database, ROWS);
        SlowRun run = SlowRun.start(orders.batches(), Orders.counting());
        assertThat(run.during(() -> database.execute("ALTER TABLE orders MODIFY id INT NOT NULL")))
                .isEqualTo(RunState.DONE);
        assertEachOnce(orders, run);
        database.execute("UPDATE orders SET n = 0");
        SlowRun unsigned = SlowRun.start(orders.batches(), Orders.counting());
        assertThat(unsigned.during(() -> database.execute("ALTER TABLE orders MODIFY id BIGINT UNSIGNED NOT NULL")))
                .isEqualTo(RunState.STOPPED);
        assertThat(unsigned.status().reason()).contains("read it anew", "rowlock batch resume " + unsigned.id());
        unsigned.finish();
        assertEachOnce(orders, unsigned);
    }

    @Test
    void whileNobodyWorksItIsNoticedByWhoeverJoins(TestDatabase database) throws Exception {
        Orders orders = Orders.create(database, ROWS);
        SlowRun run = SlowRun.start(orders.batches(), Orders.counting());
        try (BatchWorker worker = run.join()) {
            run.awaitMiddle();
            worker.close();
        }
        database.execute(
                "CREATE TABLE kept LIKE orders",
                "INSERT INTO kept SELECT * FROM orders",
                "DROP TABLE orders",
                "CREATE TABLE orders (tenant INT NOT NULL DEFAULT 1, id BIGINT, status VARCHAR(16) NOT NULL, modified_at DATETIME(3) NOT NULL,"
                        + " n INT NOT NULL DEFAULT 0, PRIMARY KEY (tenant, id)) ENGINE=InnoDB");
        assertThatThrownBy(run::join)
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContainingAll("(id bigint", "(tenant int");
        database.execute("DROP TABLE orders", "RENAME TABLE kept TO orders");
        run.finish();
        assertEachOnce(orders, run);
    }
}
