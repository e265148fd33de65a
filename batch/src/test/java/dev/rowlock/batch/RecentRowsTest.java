package dev.rowlock.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowlock.batch.fixture.Orders;
import dev.rowlock.embedded.ServerKind;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.table.RowKey;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Rows that online traffic wrote a moment ago are left for later, and done then (C8). */
@EachServer(only = ServerKind.MYSQL_DEV)
final class RecentRowsTest {
    /** Says of two rows that they were just written, until told otherwise. */
    private static final class JustWritten implements RecentRows {
        private final AtomicBoolean over = new AtomicBoolean();
        private final AtomicBoolean closed = new AtomicBoolean();

        @Override
        public Set<RowKey> among(List<RowKey> keys) {
            Set<RowKey> written = over.get() ? Set.of() : Set.of(RowKey.of(4L), RowKey.of(500L));
            return keys.stream().filter(written::contains).collect(Collectors.toSet());
        }

        @Override
        public void close() {
            closed.set(true);
        }
    }

    @Test
    void areLeftForLaterAndChangedThen(TestDatabase database) throws InterruptedException {
        Orders orders = Orders.create(database, 1_000);
        JustWritten recent = new JustWritten();
        Batches batches = orders.batches().recentWritesFrom((table, within) -> recent);
        long run = batches.start(
                Orders.counting().recentWrites(Duration.ofSeconds(5)).build());
        try (BatchWorker worker = batches.join(run, WorkerSettings.standard()).start()) {
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> batches.status(run).counts().changed() == 667 - 2);
            assertThat(batches.held(run, 10))
                    .extracting(HeldRow::key, HeldRow::reason)
                    .containsExactlyInAnyOrder(
                            org.assertj.core.groups.Tuple.tuple("4", "recent"),
                            org.assertj.core.groups.Tuple.tuple("500", "recent"));
            recent.over.set(true);
            assertThat(worker.await(Duration.ofSeconds(30))).isTrue();
        }
        assertThat(recent.closed).isTrue();
        assertThat(batches.status(run).counts()).isEqualTo(new Counts(1_000, 667, 667, 0, 0));
        assertThat(orders.number("SELECT COUNT(*) FROM orders WHERE n > 1")).isZero();
    }

    @Test
    void aPlanThatWantsThemNeedsSomebodyWhoKnows(TestDatabase database) {
        Orders orders = Orders.create(database, 10);
        long run = orders.batches()
                .start(Orders.counting().recentWrites(Duration.ofSeconds(5)).build());
        assertThatThrownBy(() -> orders.batches().join(run, WorkerSettings.standard()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("source of recent writes");
    }
}
