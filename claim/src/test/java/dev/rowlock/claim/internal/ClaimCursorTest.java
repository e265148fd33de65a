package dev.rowlock.claim.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.claim.internal.BatchClaim.Result;
import dev.rowlock.claim.internal.ClaimCursor.Start;
import dev.rowlock.claim.internal.Position.Tie;
import dev.rowlock.mysql.table.RowKey;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** When a claim goes on from its position and when it sweeps from the start, with time in the test's hand. */
final class ClaimCursorTest {
    private static final Position FIRST = new Position("2020-01-01 00:00:00", RowKey.of(1), Tie.SHARED);
    private static final Position SECOND = new Position("2020-01-01 00:00:00", RowKey.of(2), Tie.SHARED);

    // A reading of System.nanoTime may be negative.
    private final AtomicLong ticker = new AtomicLong(-5_000_000_000L);
    private final ClaimCursor cursor = new ClaimCursor(ticker::get);

    private void pass(Duration time) {
        ticker.addAndGet(time.toNanos());
    }

    private static Result result(@Nullable Position reached, Duration search) {
        return new Result(List.of(), reached, search.toNanos());
    }

    /** The first sweep, which took that long and got to the first position. */
    private void swept(Duration cost) {
        Start start = cursor.next();
        assertThat(start).isEqualTo(new Start(null, true));
        cursor.reached(start, result(FIRST, cost));
    }

    @Test
    void theFirstClaimSweepsAndTheNextGoOn() {
        swept(Duration.ZERO);
        Start second = cursor.next();
        assertThat(second).isEqualTo(new Start(FIRST, false));
        cursor.reached(second, result(SECOND, Duration.ofMillis(1)));
        assertThat(cursor.next()).isEqualTo(new Start(SECOND, false));
    }

    @Test
    void aClaimThatSawNothingLeavesThePosition() {
        swept(Duration.ZERO);
        cursor.reached(cursor.next(), result(null, Duration.ZERO));
        assertThat(cursor.next()).isEqualTo(new Start(FIRST, false));
    }

    @Test
    void aSweepComesOnceASecond() {
        swept(Duration.ofMillis(1));
        pass(Duration.ofMillis(999));
        assertThat(cursor.next().sweep()).isFalse();
        pass(Duration.ofMillis(1));
        assertThat(cursor.next()).isEqualTo(new Start(null, true));
        assertThat(cursor.next().sweep()).isFalse();
    }

    @Test
    void sweepsUseATwentiethOfTheTimeHoweverLongTheyTake() {
        swept(Duration.ofMillis(200));
        pass(Duration.ofMillis(3_999));
        assertThat(cursor.next().sweep()).isFalse();
        pass(Duration.ofMillis(1));
        assertThat(cursor.next().sweep()).isTrue();
    }

    @Test
    void whatACommonClaimCostsDoesNotCount() {
        swept(Duration.ofMillis(1));
        cursor.reached(cursor.next(), result(SECOND, Duration.ofSeconds(9)));
        pass(Duration.ofSeconds(1));
        assertThat(cursor.next().sweep()).isTrue();
    }

    @Test
    void rowsThatThisProcessPutBackAreLookedForInAQuarterOfTheTime() {
        swept(Duration.ofMillis(100));
        cursor.rowsAppearedBehind();
        pass(Duration.ofMillis(399));
        assertThat(cursor.next().sweep()).isFalse();
        pass(Duration.ofMillis(1));
        assertThat(cursor.next().sweep()).isTrue();
        // Once swept they are found.
        pass(Duration.ofMillis(400));
        assertThat(cursor.next().sweep()).isFalse();
    }

    @Test
    void aClaimThatFoundNothingMayLookFromTheStartAtOnce() {
        assertThat(cursor.mayLookFromStart()).as("before anything was reached").isFalse();
        swept(Duration.ofMillis(10));
        assertThat(cursor.mayLookFromStart()).as("right after a sweep").isFalse();
        pass(Duration.ofMillis(200));
        assertThat(cursor.mayLookFromStart()).isTrue();
        assertThat(cursor.mayLookFromStart()).as("it counts as a sweep").isFalse();
        pass(Duration.ofMillis(900));
        assertThat(cursor.next().sweep()).isFalse();
    }
}
