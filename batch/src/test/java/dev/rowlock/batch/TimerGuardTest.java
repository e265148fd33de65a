package dev.rowlock.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.rowlock.batch.fixture.Orders;
import dev.rowlock.embedded.ServerKind;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.TableName;
import dev.rowlock.pacing.Limit;
import dev.rowlock.pacing.RateSetting;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

/** The application knows best what its callers feel: its own timer guards a batch that it runs itself. */
final class TimerGuardTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static BatchPlan plan() {
        return BatchPlan.builder(TableName.of("orders"), "status = 'PENDING'", new Action.Set("n = n + 1"))
                .rate(RateSetting.rows(400))
                .chunk(ChunkBounds.usual().withRows(20))
                .guard(new GuardRule(GuardRule.Kind.TIMER, "checkout", Limit.parse("20ms")))
                .build();
    }

    private static Timers timers(AtomicReference<Double> millis) {
        return Timers.none().with("checkout", Duration.ofSeconds(2), () -> millis.get() * 1e6);
    }

    @EachServer(only = {ServerKind.MYSQL_DEV, ServerKind.MARIADB_11_4})
    void whenTheApplicationsTimerIsAboveItsLineTheRateGoesDown(TestDatabase database) throws InterruptedException {
        Orders orders = Orders.create(database, 30_000);
        AtomicReference<Double> millis = new AtomicReference<>(3.0);
        Batches batches = orders.batches().timers(timers(millis));
        long run = batches.start(plan());
        try (BatchWorker worker = batches.join(run, WorkerSettings.standard()).start()) {
            await().atMost(PATIENCE).until(() -> batches.status(run).counts().changed() > 0);
            assertThat(batches.status(run).rate()).isEqualTo(400);
            millis.set(50.0);
            await().atMost(PATIENCE).until(() -> batches.status(run).rate() <= 200);
            assertThat(batches.events(run, 0, 1_000))
                    .anyMatch(event -> event.reason().contains("checkout")
                            && event.reason().contains("> 20"));
            millis.set(Double.NaN); // the timer died
            await().atMost(PATIENCE)
                    .until(() -> batches.status(run).rateReason().contains("stale")
                            || batches.status(run).readings().contains("stale"));
            batches.cancel(run, "seen enough");
            assertThat(worker.await(PATIENCE)).isTrue();
        }
    }

    @EachServer(only = ServerKind.MYSQL_DEV)
    void aProcessWithoutTheTimerTakesNoPart(TestDatabase database) {
        Orders orders = Orders.create(database, 30);
        long run = orders.batches().start(plan());
        assertThatThrownBy(() -> orders.batches().join(run, WorkerSettings.standard()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContainingAll("the timer \"checkout\"", "it has: none", "Batches.timers");
        assertThat(orders.batches().status(run).workers()).isZero();
    }
}
