package dev.rowlock.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.rowlock.batch.fixture.Orders;
import dev.rowlock.batch.fixture.SlowRun;
import dev.rowlock.embedded.ServerKind;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.Identifier;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.testing.Account;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rowlock's own tables as another version of it, or somebody by hand, has left them. */
@EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_11_4})
final class OwnTablesTest {
    private static final int ROWS = 300;

    private static void makeOlder(TestDatabase database, String... changes) {
        for (String change : changes) {
            database.execute("ALTER TABLE rowlock_batch_run " + change + ", COMMENT = 'rowlock batch 1'");
        }
    }

    private static String refusal(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        return String.valueOf(
                catchThrowableOfType(ConfigurationException.class, call).getMessage());
    }

    /** The statements a message names, as somebody would run them. */
    private static List<String> statements(String message) {
        return java.util.regex.Pattern.compile("(ALTER TABLE|UPDATE|DROP TABLE) .*?(?=;|$)")
                .matcher(message)
                .results()
                .map(java.util.regex.MatchResult::group)
                .toList();
    }

    private static void assertEachOnce(Orders orders, RunStatus status) {
        assertThat(status.state()).as(status.reason()).isEqualTo(RunState.DONE);
        assertThat(status.counts()).isEqualTo(new Counts(ROWS, 200, 200, 0, 0));
        assertThat(orders.number("SELECT COUNT(*) FROM orders WHERE n <> IF(status = 'PENDING', 1, 0)"))
                .isZero();
    }

    @Test
    void whoReadsIsToldWhatMendsAnOlderVersionAndItDoes(TestDatabase database) throws InterruptedException {
        Orders orders = Orders.create(database, ROWS);
        long run = orders.run(Orders.counting().build()).id();
        makeOlder(database, "DROP COLUMN chunk_micros, DROP COLUMN online_deadlocks");
        database.execute("ALTER TABLE rowlock_batch_held DROP COLUMN last_error");
        String told = refusal(() -> orders.batches().status(run));
        assertThat(told)
                .contains("the schema " + database.schema(), "are of version 1", "needs version 2")
                .contains(
                        "rowlock_batch_run lacks chunk_micros, online_deadlocks; rowlock_batch_held lacks last_error");
        assertThat(refusal(() -> orders.batches().latest(10))).isEqualTo(told);
        assertThat(statements(told)).hasSize(2);
        database.execute(statements(told).toArray(String[]::new));
        assertEachOnce(orders, orders.batches().status(run));
    }

    @Test
    void aPlanTellsOfItAndWritesNothing(TestDatabase database) throws InterruptedException {
        Orders orders = Orders.create(database, ROWS);
        orders.run(Orders.counting().build());
        makeOlder(database, "DROP COLUMN chunk_micros");
        PlanReport report = orders.batches().plan(Orders.counting().build());
        assertThat(report.notes())
                .filteredOn(note -> note.id().equals("own-tables"))
                .singleElement()
                .satisfies(note ->
                        assertThat(note.text()).contains("version 1", "the next run", "ADD COLUMN chunk_micros"));
        assertThat(report.canStart()).isTrue();
        assertThat(refusal(() -> orders.batches().latest(1))).contains("version 1"); // still
    }

    /** A Rowlock that was brought up to date in the middle of a run goes on with it. */
    @Test
    void whoGoesOnWithARunBringsTheTablesUpToDate(TestDatabase database) throws InterruptedException {
        Orders orders = Orders.create(database, ROWS);
        SlowRun run = SlowRun.start(orders.batches(), Orders.counting());
        try (BatchWorker worker = run.join()) {
            run.awaitChanged(20);
            worker.close();
        }
        makeOlder(database, "DROP COLUMN chunk_micros, DROP COLUMN online_p99_nanos, DROP COLUMN batch_deadlocks");
        database.execute("DROP TABLE rowlock_batch_canary");
        assertEachOnce(orders, run.finish());
        long next =
                orders.run(Orders.plan(new Action.Set("note = 'x'")).build()).id();
        assertThat(orders.batches().latest(10)).containsExactly(next, run.id());
        assertThat(database.column("SHOW TABLES")).contains("rowlock_batch_canary");
    }

    /** A run whose key nobody wrote down could be gone on with in another order. */
    @Test
    void runsThatWouldLackWhatTheyStandOnAreRefusedUntilTheyAreGivenUp(TestDatabase database)
            throws InterruptedException {
        Orders orders = Orders.create(database, ROWS);
        long over =
                orders.run(Orders.plan(new Action.Set("note = 'x'")).build()).id();
        long open = orders.batches().start(Orders.counting().build());
        makeOlder(database, "DROP COLUMN key_shape");
        String told = refusal(() -> orders.batches().start(Orders.counting().build()));
        assertThat(told)
                .contains("version 1", "key_shape", "(run " + open + ")", "Finish it with the Rowlock that began it");
        assertThat(refusal(() -> orders.batches().join(open, WorkerSettings.standard())))
                .isEqualTo(told);
        database.execute(statements(told).toArray(String[]::new));
        assertEachOnce(orders, orders.run(Orders.counting().build()));
        assertThat(orders.batches().status(over).state()).isEqualTo(RunState.DONE);
        assertThat(orders.batches().status(open).state()).isEqualTo(RunState.CANCELLED);
    }

    @Test
    void whatNobodyCanMakeUpIsRefusedWithWhatHasThemMadeAnew(TestDatabase database) throws InterruptedException {
        Orders orders = Orders.create(database, ROWS);
        orders.run(Orders.plan(new Action.Set("note = 'x'")).build());
        database.execute("ALTER TABLE rowlock_batch_shard DROP COLUMN updated_at");
        String told = refusal(() -> orders.batches().start(Orders.counting().build()));
        assertThat(told).contains("rowlock_batch_shard lacks updated_at", "nobody can tell", "DROP TABLE ");
        database.execute(statements(told).toArray(String[]::new));
        assertThat(database.column("SHOW TABLES")).containsExactly("orders");
        assertEachOnce(orders, orders.run(Orders.counting().build()));
    }

    @Test
    void tablesOfANewerRowlockAndOfNobodyAreLeftAlone(TestDatabase database) {
        Orders orders = Orders.create(database, ROWS);
        orders.batches().start(Orders.counting().build());
        database.execute("ALTER TABLE rowlock_batch_run COMMENT = 'rowlock batch 7'");
        assertThat(refusal(() -> orders.batches().start(Orders.counting().build())))
                .contains(database.schema(), "version 7", "knows version 2", "--schema-for-tables");
        database.execute("ALTER TABLE rowlock_batch_run COMMENT = 'runs of mine'");
        assertThat(refusal(() -> orders.batches().start(Orders.counting().build())))
                .contains("rowlock_batch_run is not one of Rowlock's own (its comment is 'runs of mine')");
        database.execute(
                "ALTER TABLE rowlock_batch_run COMMENT = 'rowlock batch 2'",
                "CREATE TABLE rowlock_batch_run_of_may (id INT PRIMARY KEY) COMMENT = 'a copy'");
        assertThat(orders.batches().latest(10)).hasSize(1);
    }

    @Test
    void anAccountThatMayNotAlterThemIsToldWhatSomebodyElseHasToRun(TestDatabase database) throws InterruptedException {
        Orders orders = Orders.create(database, ROWS);
        String own = database.schema() + "_own";
        database.execute("CREATE SCHEMA " + own);
        try (Account account = Account.create(database).grant("SELECT, UPDATE", "orders")) {
            database.execute("GRANT SELECT, INSERT, UPDATE, DELETE, CREATE ON " + own + ".* TO " + account.name());
            Batches batches = Batches.of(Transactions.of(account.connections()), new Identifier(own));
            long run = batches.start(Orders.counting().build());
            database.execute("ALTER TABLE " + own + ".rowlock_batch_run DROP COLUMN chunk_micros");
            String told = refusal(() -> batches.join(run, WorkerSettings.standard()));
            assertThat(told)
                    .contains("the schema " + own, "may not alter them", "1142")
                    .contains("ALTER TABLE `" + own + "`.`rowlock_batch_run` ADD COLUMN chunk_micros");
            database.execute(statements(told).get(0));
            try (BatchWorker worker =
                    batches.join(run, WorkerSettings.standard()).start()) {
                assertThat(worker.await(java.time.Duration.ofMinutes(1))).isTrue();
            }
            assertEachOnce(orders, batches.status(run));
        } finally {
            database.execute("DROP SCHEMA " + own);
        }
    }

    @Test
    void twoWhoBringThemUpToDateAtOnceBothGoOn(TestDatabase database) throws Exception {
        Orders orders = Orders.create(database, ROWS);
        long run = orders.batches().start(Orders.counting().build());
        makeOlder(database, "DROP COLUMN chunk_micros", "DROP COLUMN baseline_p99_nanos");
        java.util.concurrent.FutureTask<Boolean> other =
                new java.util.concurrent.FutureTask<>(() -> orders.batches().pause(run, "one"));
        Thread thread = new Thread(other);
        thread.start();
        boolean mine = orders.batches().pause(run, "two");
        assertThat(mine ^ other.get()).isTrue();
        thread.join();
        assertThat(orders.batches().status(run).state()).isEqualTo(RunState.PAUSED);
    }
}
