package dev.rowlock.batch.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.pacing.Ticker;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a thread waits for between chunks. */
final class GateTest {
    private static final Duration HELD = Duration.ofMillis(5);

    private final Gate gate = new Gate(Ticker.system());

    @Test
    void whereTheTimeIsSharedAChunkIsFollowedByTwiceItsTime() throws Exception {
        gate.shareTime(true);
        long before = System.nanoTime();
        gate.share(HELD);
        assertThat(System.nanoTime() - before)
                .isGreaterThanOrEqualTo(HELD.multipliedBy(2).toNanos());
        assertThat(gate.waited()).isGreaterThanOrEqualTo(HELD.multipliedBy(2));
    }

    @Test
    void elsewhereTheRateAloneDecides() throws Exception {
        gate.share(HELD);
        gate.shareTime(true);
        gate.shareTime(false);
        gate.share(HELD);
        assertThat(gate.waited()).isZero();
    }

    @Test
    void whoIsToLeaveDoesNotRest() throws Exception {
        gate.shareTime(true);
        gate.leave();
        gate.share(Duration.ofDays(1));
        assertThat(gate.isLeaving()).isTrue();
    }
}
