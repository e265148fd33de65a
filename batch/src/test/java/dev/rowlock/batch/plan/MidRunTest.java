package dev.rowlock.batch.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.rowlock.batch.BatchWorker;
import dev.rowlock.batch.Batches;
import dev.rowlock.batch.Counts;
import dev.rowlock.batch.RunState;
import dev.rowlock.batch.fixture.Orders;
import dev.rowlock.batch.fixture.SlowRun;
import dev.rowlock.embedded.ServerKind;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.Identifier;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.testing.Account;
import dev.rowlock.testing.Connections;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.Sharing;
import dev.rowlock.testing.TestDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** Tables and servers that change under a run: clear, resumable, nothing lost and nothing twice. */
final class MidRunTest {
    private static final int ROWS = 1_500;
    private static final Counts ALL = new Counts(ROWS, 1_000, 1_000, 0, 0);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static void assertEachOnce(Orders orders, SlowRun run) {
        assertThat(run.status().state()).as(run.status().reason()).isEqualTo(RunState.DONE);
        assertThat(run.status().counts()).isEqualTo(ALL);
        assertThat(orders.number("SELECT COUNT(*) FROM orders WHERE n = IF(status = 'PENDING', 1, 0)"))
                .isEqualTo(ROWS);
    }

    @EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_11_4})
    void aTableThatIsTakenAwayStopsTheRunAndItGoesOnWhenItIsBack(TestDatabase database) throws InterruptedException {
        Orders orders = Orders.create(database, ROWS);
        SlowRun run = SlowRun.start(orders.batches(), Orders.counting());
        assertThat(run.during(() -> database.execute("RENAME TABLE orders TO away")))
                .isEqualTo(RunState.STOPPED);
        assertThat(run.status().reason()).contains("orders", "1146", "taken away", "rowlock batch resume " + run.id());
        assertThat(orders.batches().resume(run.id())).isTrue();
        assertThatThrownBy(run::join)
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("there is no table orders");
        database.execute("RENAME TABLE away TO orders");
        long start = System.nanoTime();
        run.finish();
        // Its shards were given back: nobody waited for the end of a lease.
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(15));
        assertEachOnce(orders, run);
    }

    @EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_11_4})
    void aColumnThatIsTakenAwayStopsTheRunAndOneThatIsAddedDoesNot(TestDatabase database) throws InterruptedException {
        Orders orders = Orders.create(database, ROWS);
        SlowRun run = SlowRun.start(orders.batches(), Orders.counting());
        assertThat(run.during(() -> {
                    database.execute("ALTER TABLE orders ADD COLUMN colour VARCHAR(10)");
                    run.awaitChanged(run.status().counts().changed());
                    database.execute("ALTER TABLE orders RENAME COLUMN modified_at TO changed_at");
                }))
                .isEqualTo(RunState.STOPPED);
        assertThat(run.status().reason()).contains("modified_at", "1054");
        database.execute("ALTER TABLE orders RENAME COLUMN changed_at TO modified_at");
        run.finish();
        assertEachOnce(orders, run);
    }

    /** Its values are gone with it: what the batch did to them cannot be told any more, but the rest can be gone on with. */
    @EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_11_4})
    void aColumnOfTheAssignmentThatIsDroppedStopsTheRun(TestDatabase database) throws InterruptedException {
        Orders orders = Orders.create(database, ROWS);
        SlowRun run = SlowRun.start(orders.batches(), Orders.counting());
        assertThat(run.during(() -> database.execute("ALTER TABLE orders DROP COLUMN n")))
                .isEqualTo(RunState.STOPPED);
        assertThat(run.status().reason()).contains("'n'", "1054");
        long before = run.status().counts().changed();
        orders.batches().resume(run.id());
        assertThatThrownBy(run::join)
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContainingAll("n = n + 1", "1054");
        database.execute("ALTER TABLE orders ADD COLUMN n INT NOT NULL DEFAULT 0");
        run.finish();
        assertThat(run.status().counts()).isEqualTo(ALL);
        assertThat(orders.number("SELECT SUM(n) FROM orders")).isEqualTo(1_000 - before);
        assertThat(orders.number("SELECT MAX(n) FROM orders")).isEqualTo(1);
    }

    @EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_11_4})
    void aRightThatIsRevokedStopsTheRunWithTheGrantThatIsMissing(TestDatabase database) throws InterruptedException {
        Orders orders = Orders.create(database, ROWS);
        String own = database.schema() + "_own";
        database.execute("CREATE SCHEMA " + own);
        try (Account account = Account.create(database).grant("SELECT, UPDATE", "orders")) {
            database.execute("GRANT ALL ON " + own + ".* TO " + account.name());
            Batches batches = Batches.of(Transactions.of(account.connections()), new Identifier(own));
            SlowRun run = SlowRun.start(batches, Orders.counting());
            assertThat(run.during(() -> account.revoke("UPDATE", "orders"))).isEqualTo(RunState.STOPPED);
            assertThat(run.status().reason())
                    .contains("may no longer", "GRANT SELECT, UPDATE ON", "rowlock batch resume " + run.id());
            assertThat(batches.resume(run.id())).isTrue();
            assertThatThrownBy(run::join)
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining("GRANT SELECT, UPDATE ON");
            account.grant("UPDATE", "orders");
            run.finish();
            assertEachOnce(orders, run);
        } finally {
            database.execute("DROP SCHEMA " + own);
        }
    }

    /** Accounts that are no administrators meet it with read_only alone. */
    @EachServer(
            sharing = Sharing.DEDICATED,
            only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_11_4})
    void aServerThatBecomesReadOnlyIsWaitedFor(TestDatabase database) throws InterruptedException {
        Orders orders = Orders.create(database, ROWS);
        try (Account account = Account.create(database).grant("ALL", "*")) {
            SlowRun run = SlowRun.start(Batches.of(Transactions.of(account.connections())), Orders.counting());
            try (BatchWorker worker = run.join()) {
                run.awaitMiddle();
                database.execute("SET GLOBAL read_only = ON");
                await().atMost(PATIENCE)
                        .until(() -> run.trouble().stream().anyMatch(reason -> reason.contains("read only")));
                assertThat(run.status().state()).isEqualTo(RunState.RUNNING);
                database.execute("SET GLOBAL read_only = OFF");
                assertThat(worker.await(PATIENCE)).isTrue();
            }
            assertEachOnce(orders, run);
        }
    }

    /** The reason to stop is there, and the server is away when it is to be written down. */
    @EachServer(only = ServerKind.MYSQL_DEV)
    void aServerThatIsAwayWhenTheRunHasToStopIsWaitedFor(TestDatabase database) throws InterruptedException {
        Orders orders = Orders.create(database, ROWS);
        AtomicInteger refused = new AtomicInteger();
        Connections failing = Connections.to(database).watched((statement, connection) -> {
            if (statement.sql().contains("SET state = ?") && refused.incrementAndGet() <= 4) {
                throw new SQLException("the network is down", "08S01");
            }
        });
        SlowRun run = SlowRun.start(Batches.of(Transactions.of(failing)), Orders.counting());
        assertThat(run.during(() -> database.execute("RENAME TABLE orders TO away")))
                .isEqualTo(RunState.STOPPED);
        assertThat(refused).hasValueGreaterThan(4);
        assertThat(run.left()).isEmpty();
        database.execute("RENAME TABLE away TO orders");
        run.finish();
        assertEachOnce(orders, run);
    }

    /** MySQL can make a schema read-only; the run waits, as for a server that is. */
    @EachServer(only = ServerKind.MYSQL_DEV)
    void aSchemaThatIsMadeReadOnlyIsWaitedFor(TestDatabase database) throws InterruptedException {
        Orders orders = Orders.create(database, ROWS);
        String own = database.schema() + "_own";
        database.execute("CREATE SCHEMA " + own);
        SlowRun run = SlowRun.start(
                Batches.of(Transactions.of(database.dataSource()), new Identifier(own)), Orders.counting());
        try (BatchWorker worker = run.join()) {
            run.awaitMiddle();
            database.execute("ALTER SCHEMA " + database.schema() + " READ ONLY = 1");
            await().atMost(PATIENCE)
                    .until(() -> run.trouble().stream().anyMatch(reason -> reason.contains("error 3989")));
            assertThat(run.status().state()).isEqualTo(RunState.RUNNING);
            database.execute("ALTER SCHEMA " + database.schema() + " READ ONLY = 0");
            assertThat(worker.await(PATIENCE)).isTrue();
            assertEachOnce(orders, run);
        } finally {
            database.execute("DROP SCHEMA " + own);
        }
    }
}
