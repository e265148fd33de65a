package dev.rowlock.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.batch.fixture.Orders;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** A run from its start to its end (C3, C5, C6). */
@EachServer
final class BatchRunTest {
    @Test
    void changesEachMatchingRowOnceAndNoOther(TestDatabase database) throws Exception {
        Orders orders = Orders.create(database, 5_000);
        RunStatus status = orders.run(Orders.counting().build());
        assertThat(status.counts()).isEqualTo(new Counts(5_000, 3_334, 3_334, 0, 0));
        assertThat(status.isReconciled()).isTrue();
        assertThat(orders.number("SELECT COUNT(*) FROM orders WHERE n = 1 AND status = 'PENDING'"))
                .isEqualTo(3_334);
        assertThat(orders.number("SELECT COUNT(*) FROM orders WHERE n <> IF(status = 'PENDING', 1, 0)"))
                .isZero();
    }

    @Test
    void comesBackToRowsThatWereHeldWhenItPassed(TestDatabase database) throws Exception {
        Orders orders = Orders.create(database, 2_000);
        try (Connection online = database.connect();
                Statement statement = online.createStatement()) {
            online.setAutoCommit(false);
            statement.execute("UPDATE orders SET note = 'mine' WHERE id IN (1, 500, 1000)");
            statement.execute("UPDATE orders SET status = 'PAID' WHERE id = 700");
            statement.execute("DELETE FROM orders WHERE id = 800");
            long run = orders.batches().start(Orders.counting().build());
            try (BatchWorker worker =
                    orders.batches().join(run, WorkerSettings.standard()).start()) {
                Awaitility.await()
                        .atMost(Duration.ofSeconds(30))
                        .until(() -> orders.batches().status(run).counts().changed() == 1_334 - 5);
                assertThat(orders.batches().status(run).counts().held()).isEqualTo(5);
                assertThat(orders.batches().held(run, 10))
                        .extracting(HeldRow::key)
                        .containsExactly("1", "500", "700", "800", "1000");
                online.commit();
                assertThat(worker.await(Duration.ofSeconds(30))).isTrue();
            }
            assertThat(orders.batches().status(run).state()).isEqualTo(RunState.DONE);
            assertThat(orders.batches().status(run).counts()).isEqualTo(new Counts(2_000, 1_334, 1_332, 2, 0));
            assertThat(orders.number("SELECT COUNT(*) FROM orders WHERE n = 1")).isEqualTo(1_332);
            assertThat(orders.number("SELECT COUNT(*) FROM orders WHERE n > 1")).isZero();
        }
    }
}
