package dev.rowlock.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.batch.fixture.Crowd;
import dev.rowlock.batch.fixture.HandClock;
import dev.rowlock.batch.fixture.Orders;
import dev.rowlock.batch.fixture.SlowRun;
import dev.rowlock.embedded.ServerKind;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.pacing.RateSetting;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What becomes of a run when its window closes while it works (C11). */
@EachServer(only = ServerKind.MYSQL_DEV)
final class WindowRunTest {
    private static final int ROWS = 900;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final HandClock clock = new HandClock("2026-11-30T02:59:00Z");

    private SlowRun start(Orders orders, Window.AtEnd atEnd) {
        return SlowRun.start(orders.batches().by(clock), Orders.counting().window(Window.parse("02:00-03:00", atEnd)));
    }

    private static List<String> windowEvents(Orders orders, SlowRun run) {
        return orders.batches().events(run.id(), 0, 100).stream()
                .filter(event -> event.kind().equals("window"))
                .map(RunEvent::reason)
                .toList();
    }

    private static void assertEachOnce(Orders orders, SlowRun run) {
        assertThat(run.status().state()).isEqualTo(RunState.DONE);
        assertThat(run.status().counts()).isEqualTo(new Counts(ROWS, 600, 600, 0, 0));
        assertThat(orders.number("SELECT COUNT(*) FROM orders WHERE n <> IF(status = 'PENDING', 1, 0)"))
                .isZero();
    }

    /** It reads the clock with its orders, twice a second at least; counted in beats of a fifth of a second, as in {@link ControlTest}. */
    @Test
    void itWaitsForTheNextDays(TestDatabase database) throws InterruptedException {
        Orders orders = Orders.create(database, ROWS);
        SlowRun run = start(orders, Window.AtEnd.WAIT);
        try (Crowd crowd = Crowd.join(
                database,
                run.id(),
                1,
                connections -> Batches.of(Transactions.of(connections)).by(clock))) {
            run.awaitMiddle();
            clock.set("2026-11-30T03:00:00Z");
            crowd.mark();
            Awaitility.await().atMost(PATIENCE).until(() -> crowd.haveBeaten(8));
            assertThat(crowd.ended())
                    .allSatisfy(late -> assertThat(late.beats()).isLessThanOrEqualTo(4));
            assertThat(run.status().state()).isEqualTo(RunState.RUNNING);
            assertThat(run.status().rateReason()).contains("02:00-03:00", "closed");
            assertThat(orders.number("SELECT SUM(n) FROM orders")).isBetween(100L, 599L);
            clock.set("2026-12-01T02:00:00Z");
            assertThat(crowd.await(PATIENCE)).isTrue();
        }
        assertEachOnce(orders, run);
        assertThat(windowEvents(orders, run)).hasSize(2);
        assertThat(windowEvents(orders, run).get(0)).contains("closed");
        assertThat(windowEvents(orders, run).get(1)).contains("opened");
    }

    @Test
    void itStopsAndCanBeResumed(TestDatabase database) throws InterruptedException {
        Orders orders = Orders.create(database, ROWS);
        SlowRun run = start(orders, Window.AtEnd.STOP);
        assertThat(run.during(() -> clock.set("2026-11-30T03:00:00Z"))).isEqualTo(RunState.STOPPED);
        assertThat(run.status().reason()).contains("02:00-03:00", "closed");
        assertThat(orders.number("SELECT SUM(n) FROM orders")).isBetween(100L, 599L);
        clock.set("2026-12-01T02:00:00Z");
        run.finish();
        assertEachOnce(orders, run);
    }

    @Test
    void itFinishesWhatItBegan(TestDatabase database) throws InterruptedException {
        Orders orders = Orders.create(database, ROWS);
        SlowRun run = start(orders, Window.AtEnd.FINISH);
        assertThat(run.during(() -> {
                    clock.set("2026-11-30T03:00:00Z");
                    orders.batches().rate(run.id(), RateSetting.rows(10_000));
                }))
                .isEqualTo(RunState.DONE);
        assertEachOnce(orders, run);
    }

    /** A share is from a pacing process; when that died, nobody gives one for as long as its lease lasts, and somebody does at once afterwards. */
    @Test
    void whoJoinsAfterThePacingProcessDiedWaitsForItsLeaseAndNoLonger(TestDatabase database)
            throws InterruptedException {
        Orders orders = Orders.create(database, 300);
        long id = orders.batches().start(Orders.counting().build());
        database.execute("UPDATE rowlock_batch_run SET status = 'held', owner = 'dead', token = token + 1,"
                + " lease_until = UTC_TIMESTAMP(6) + INTERVAL 2 SECOND");
        String lease =
                database.column("SELECT lease_until FROM rowlock_batch_run").get(0);
        try (Crowd crowd = Crowd.join(database, id, 1)) {
            Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() -> database.number("SELECT UTC_TIMESTAMP(6) > '" + lease + "'") == 1);
            crowd.mark();
            assertThat(crowd.await(PATIENCE)).isTrue();
            assertThat(crowd.began())
                    .allSatisfy(late -> assertThat(late.beats()).isLessThanOrEqualTo(4));
        }
        assertThat(database.number(
                        "SELECT COUNT(*) FROM rowlock_batch_event WHERE kind = 'rate' AND at < '" + lease + "'"))
                .isZero();
        assertThat(database.number("SELECT COUNT(*) FROM rowlock_batch_shard WHERE updated_at < '" + lease + "'"))
                .isZero();
        assertThat(orders.batches().status(id).state()).isEqualTo(RunState.DONE);
    }
}
