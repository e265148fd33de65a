package dev.rowlock.batch.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowlock.batch.Action;
import dev.rowlock.batch.BatchPlan;
import dev.rowlock.batch.Batches;
import dev.rowlock.batch.ShardRule;
import dev.rowlock.batch.fixture.Orders;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.TableName;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Plans that cannot be done: told with what mends them, before anything is written. */
@EachServer
final class BadInputTest {
    private static final Action ADD = new Action.Set("n = n + 1");

    private static Supplier<BatchPlan> plan(String table, String where, Action action) {
        return () -> BatchPlan.builder(TableName.of(table), where, action).build();
    }

    /** Neither a plan nor a start gets past it, and nothing is there afterwards that was not there before. */
    private static void refused(TestDatabase database, Batches batches, Supplier<BatchPlan> plan, String... words) {
        String before = database.column("SHOW TABLES").toString();
        assertThatThrownBy(() -> batches.plan(plan.get()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContainingAll(words);
        assertThatThrownBy(() -> batches.start(plan.get()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContainingAll(words);
        assertThat(database.column("SHOW TABLES")).hasToString(before);
    }

    @Test
    void tablesThatABatchCannotWork(TestDatabase database) {
        Batches batches = Orders.create(database, 100).batches();
        database.execute(
                "CREATE TABLE keyless (n INT) ENGINE=InnoDB",
                "CREATE TABLE unsafe (id INT PRIMARY KEY, n INT) ENGINE=MyISAM",
                "CREATE TABLE small (id BIGINT PRIMARY KEY, n INT) ENGINE=InnoDB",
                "CREATE TABLE named (name VARCHAR(10) PRIMARY KEY, n INT) ENGINE=InnoDB",
                "CREATE TABLE computed (id INT PRIMARY KEY, n INT, twice INT AS (2 * n) STORED) ENGINE=InnoDB",
                "CREATE VIEW seen AS SELECT * FROM orders");
        refused(database, batches, plan("keyless", "n > 0", ADD), "no primary key", "ALTER TABLE");
        refused(database, batches, plan("seen", "n > 0", ADD), "view", "name the table behind it");
        refused(database, batches, plan("unsafe", "n > 0", ADD), "MyISAM", "ENGINE=InnoDB");
        refused(database, batches, plan("nowhere", "n > 0", ADD), "there is no table nowhere");
        refused(database, batches, plan("computed", "n > 0", new Action.Set("twice = 3")), "twice", "generated column");
        refused(
                database,
                batches,
                plan("orders", "n >= 0", new Action.Archive(TableName.of("small"))),
                "lacks the columns status, modified_at, note",
                "ALTER TABLE");
        refused(database, batches, plan("orders", "n >= 0", new Action.Archive(TableName.of("nowhere"))), "nowhere");
        refused(
                database,
                batches,
                plan("orders", "n >= 0", new Action.Handle(java.util.List.of("colour"))),
                "has no column colour");
        refused(
                database,
                batches,
                () -> BatchPlan.builder(TableName.of("named"), "n > 0", ADD)
                        .shards(ShardRule.modulo(4))
                        .build(),
                "whole number",
                "take ranges");
    }

    @Test
    void conditionsAndAssignmentsThatMakeNoSense(TestDatabase database) {
        Batches batches = Orders.create(database, 100).batches();
        everyCondition(database, batches);
        database.execute("DELETE FROM orders");
        everyCondition(database, batches); // on an empty table, too
    }

    private static void everyCondition(TestDatabase database, Batches batches) {
        refused(database, batches, plan("orders", "colour = 'red'", ADD), "colour", "error 1054");
        refused(database, batches, plan("orders", "status = = 'PENDING'", ADD), "status = = 'PENDING'", "error 1064");
        refused(database, batches, plan("orders", "status = 'PENDING", ADD), "not closed");
        refused(database, batches, plan("orders", "(status = 'PENDING'", ADD), "bracket");
        refused(database, batches, plan("orders", "n = 1); DROP TABLE orders", ADD), "bracket");
        refused(database, batches, plan("orders", "n = 1 -- and more", ADD), "comments");
        refused(database, batches, plan("orders", "n IN (SELECT 1 for\nupdate)", ADD), "must not lock");
        refused(database, batches, plan("orders", "n < :most", ADD), ":most", "has no value", "most=VALUE");
        refused(
                database,
                batches,
                () -> Orders.counting().parameter("cut_off", "2025-01-01").build(),
                "nothing uses the parameter cut_off");
        refused(database, batches, plan("orders", "n = 0", new Action.Set("id = id + 1")), "primary key", "id");
        refused(database, batches, plan("orders", "n = 0", new Action.Set("n = 1, orders.`ID` = 7")), "primary key");
        refused(database, batches, plan("orders", "n = 0", new Action.Set("colour = 1")), "colour", "error 1054");
        refused(database, batches, plan("orders", "n = 0", new Action.Set("n + 1")), "write column = value");
        refused(database, batches, plan("orders", "n = 0", new Action.Set("n = 1, n = 2")), "twice");
        refused(database, batches, plan("orders", " ", ADD), "every row", "TRUE");
    }
}
