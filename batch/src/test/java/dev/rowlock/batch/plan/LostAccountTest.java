package dev.rowlock.batch.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowlock.batch.Action;
import dev.rowlock.batch.BatchPlan;
import dev.rowlock.batch.BatchWorker;
import dev.rowlock.batch.Batches;
import dev.rowlock.batch.Counts;
import dev.rowlock.batch.GuardRule;
import dev.rowlock.batch.RunState;
import dev.rowlock.batch.WorkerSettings;
import dev.rowlock.batch.fixture.Orders;
import dev.rowlock.batch.fixture.SlowRun;
import dev.rowlock.embedded.ServerKind;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.Identifier;
import dev.rowlock.mysql.TableName;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.testing.Account;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.time.Duration;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A process that can neither go on nor write down why: its account, or Rowlock's own tables, are taken away under it. */
@EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_11_4})
final class LostAccountTest {
    private static final int ROWS = 1_500;
    private static final Counts ALL = new Counts(ROWS, 1_000, 1_000, 0, 0);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static String own(TestDatabase database) {
        return database.schema() + "_own";
    }

    @BeforeEach
    void createsASchemaForOwnTables(TestDatabase database) {
        database.execute("CREATE SCHEMA " + own(database));
    }

    @AfterEach
    void dropsIt(TestDatabase database) {
        database.execute("DROP SCHEMA IF EXISTS " + own(database));
    }

    private static Account account(TestDatabase database) {
        Account account = Account.create(database).grant("SELECT, UPDATE", "orders");
        database.execute("GRANT ALL ON " + own(database) + ".* TO " + account.name());
        return account;
    }

    private static Batches by(DataSource connections, TestDatabase database) {
        return Batches.of(Transactions.of(connections), new Identifier(own(database)));
    }

    /** Every thread ends, and nobody has to be told twice. */
    private static void workUntilItLeaves(SlowRun run, Runnable middle) throws InterruptedException {
        try (BatchWorker worker = run.join()) {
            run.awaitMiddle();
            middle.run();
            assertThat(worker.await(PATIENCE)).isTrue();
        }
    }

    private static void assertEachOnce(Orders orders, SlowRun run) {
        assertThat(run.status().state()).as(run.status().reason()).isEqualTo(RunState.DONE);
        assertThat(run.status().counts()).isEqualTo(ALL);
        assertThat(orders.number("SELECT COUNT(*) FROM orders WHERE n <> IF(status = 'PENDING', 1, 0)"))
                .isZero();
    }

    @Test
    void anAccountThatIsDroppedLeavesARunWithWhichAnotherGoesOn(TestDatabase database) throws InterruptedException {
        Orders orders = Orders.create(database, ROWS);
        Account account = account(database);
        SlowRun run = SlowRun.start(by(account.connections(), database), Orders.counting());
        workUntilItLeaves(run, account::close);
        assertThat(run.left())
                .isNotEmpty()
                .allSatisfy(told -> assertThat(told)
                        .contains("leaves run " + run.id(), "cannot write down why", "Nothing is lost")
                        .contains("rowlock batch run --join " + run.id()));
        SlowRun administrators = run.by(by(database.dataSource(), database));
        assertThat(administrators.status().state()).isEqualTo(RunState.RUNNING);
        assertThat(administrators.status().counts().changed())
                .isEqualTo(orders.number("SELECT SUM(n) FROM orders"))
                .isBetween(100L, 999L);
        try (Account again = account(database)) {
            assertThat(again.name()).isEqualTo(account.name());
            run.finish();
            assertEachOnce(orders, run);
        }
    }

    @Test
    void anAccountThatMayNoLongerWriteOwnTablesLeavesTheRunAndGoesOnWhenItMay(TestDatabase database)
            throws InterruptedException {
        Orders orders = Orders.create(database, ROWS);
        try (Account account = account(database)) {
            SlowRun run = SlowRun.start(by(account.connections(), database), Orders.counting());
            workUntilItLeaves(
                    run, () -> database.execute("REVOKE ALL ON " + own(database) + ".* FROM " + account.name()));
            assertThat(run.left())
                    .isNotEmpty()
                    .allSatisfy(told -> assertThat(told).contains("rowlock_batch_", "1142", "Nothing is lost"));
            database.execute("GRANT ALL ON " + own(database) + ".* TO " + account.name());
            run.finish();
            assertEachOnce(orders, run);
        }
    }

    /** Where it stood is gone, and that is said; what is committed is not, and a condition can tell it. */
    @Test
    void ownTablesThatAreDroppedEndTheRunAndWhatIsCommittedStays(TestDatabase database) throws InterruptedException {
        Orders orders = Orders.create(database, ROWS);
        Batches batches = by(database.dataSource(), database);
        SlowRun run = SlowRun.start(batches, Orders.counting());
        workUntilItLeaves(run, () -> database.execute("DROP SCHEMA " + own(database)));
        assertThat(run.left())
                .isNotEmpty()
                .allSatisfy(told -> assertThat(told)
                        .contains("run " + run.id() + " cannot be found any more", "What is committed stays")
                        .contains("condition leaves out what is done"));
        assertThatThrownBy(run::status)
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("there is no batch run " + run.id());
        assertThat(orders.number("SELECT SUM(n) FROM orders")).isBetween(100L, 999L);
        database.execute("CREATE SCHEMA " + own(database));
        long rest = batches.start(
                BatchPlan.builder(TableName.of("orders"), "status = 'PENDING' AND n = 0", new Action.Set("n = n + 1"))
                        .guard(GuardRule.none())
                        .build());
        try (BatchWorker worker = batches.join(rest, WorkerSettings.standard()).start()) {
            assertThat(worker.await(PATIENCE)).isTrue();
        }
        assertThat(batches.status(rest).state()).isEqualTo(RunState.DONE);
        assertThat(orders.number("SELECT COUNT(*) FROM orders WHERE n <> IF(status = 'PENDING', 1, 0)"))
                .isZero();
    }
}
