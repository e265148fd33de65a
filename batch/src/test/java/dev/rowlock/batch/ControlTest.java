package dev.rowlock.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rowlock.batch.fixture.Crowd;
import dev.rowlock.batch.fixture.Orders;
import dev.rowlock.embedded.ServerKind;
import dev.rowlock.pacing.RateSetting;
import dev.rowlock.testing.EachServer;
import dev.rowlock.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What is ordered from elsewhere is done within a second, by one process as by three. Counted in beats of a fifth of a second each, since a busy machine may stretch
 * those; that they are that long is for docs/batch.md, where the times are.
 */
@EachServer(only = ServerKind.MYSQL_DEV)
final class ControlTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int TRIES = Integer.getInteger("rowlock.control.tries", 2);

    /** One read that was under way already, one that knows, and one for a chunk that was let through meanwhile. */
    private static final long ORDERED = 3;

    /** The process that paces reads it first, and the others what it wrote. 4 was met once in 60 (docs/batch.md). */
    private static final long SHARED = 5;

    /** As long as it takes to see that nothing more comes. */
    private static final long LONG_ENOUGH = 8;

    private static final RateSetting USUAL = RateSetting.rows(900);

    /** A row in a quarter of an hour. */
    private static final RateSetting NEXT_TO_NOTHING = RateSetting.rows(0.001);

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void pauseResumeRateAndCancelAreDoneWithinASecond(int processes, TestDatabase database) throws Exception {
        Orders orders = Orders.create(database, 5_000 + TRIES * 5_000);
        Batches elsewhere = orders.batches();
        long run = elsewhere.start(Orders.counting()
                .rate(USUAL)
                .chunk(ChunkBounds.usual().withRows(20))
                .build());
        try (Crowd crowd = Crowd.join(database, run, processes)) {
            await().atMost(PATIENCE).until(crowd::haveWorked);
            for (int at = 0; at < TRIES; at++) {
                assertThat(elsewhere.pause(run, "a look")).isTrue();
                assertStill(crowd, "pause", ORDERED);
                assertThat(elsewhere.resume(run)).isTrue();
                assertWorking(crowd, "resume", SHARED);
                elsewhere.rate(run, NEXT_TO_NOTHING);
                assertStill(crowd, "rate down", SHARED);
                elsewhere.rate(run, USUAL);
                assertWorking(crowd, "rate up", SHARED);
            }
            assertThat(elsewhere.cancel(run, "enough")).isTrue();
            crowd.mark();
            assertThat(crowd.await(PATIENCE)).isTrue();
            assertInTime("cancel", crowd.ended(), ORDERED);
        }
        assertThat(elsewhere.status(run).state()).isEqualTo(RunState.CANCELLED);
        assertThat(orders.number("SELECT COUNT(*) FROM orders WHERE n > 1")).isZero();
        assertThat(orders.number("SELECT SUM(n) FROM orders"))
                .isEqualTo(elsewhere.status(run).counts().changed());
    }

    private static void assertStill(Crowd crowd, String what, long most) {
        crowd.mark();
        await().atMost(PATIENCE).until(() -> crowd.haveBeaten(LONG_ENOUGH));
        assertInTime(what, crowd.ended(), most);
    }

    private static void assertWorking(Crowd crowd, String what, long most) {
        crowd.mark();
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(20)).until(crowd::haveWorked);
        assertInTime(what, crowd.began(), most);
    }

    private static void assertInTime(String what, List<Crowd.Late> late, long most) {
        assertThat(late)
                .as(what)
                .allSatisfy(each ->
                        assertThat(each.beats()).as("%s: %s", what, late).isLessThanOrEqualTo(most))
                .allSatisfy(each -> assertThat(each.wall()).isLessThan(Duration.ofSeconds(10)));
    }
}
