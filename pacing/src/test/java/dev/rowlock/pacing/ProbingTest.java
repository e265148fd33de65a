package dev.rowlock.pacing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.pacing.Decision.Kind;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How the law looks for a knee it has never met: 320 statements a second whose P99 has to stay under 5 ms (C9). */
final class ProbingTest {
    private static final Guard P99 = new Guard("p99", Duration.ofSeconds(2), Unit.NANOSECONDS, Limit.parse("5ms"));
    private static final double STARTED_AT = 2_000;

    private final Controller controller = new Controller(ControllerSettings.standard(RateSetting.auto(), 320));
    private Duration now = Duration.ofDays(1);
    private LatencyHistory history = LatencyHistory.empty();
    private State state = State.start(STARTED_AT, KneeCurve.empty(), now);

    /** A decision every half second until the rate moves. */
    private Decision untilItMoves(int slow, double slowMillis, int overEveryFourth) {
        for (int look = 0; look < 60; look++) {
            long[] counts = new long[LatencyHistogram.BUCKETS];
            int over = look % 4 == 3 ? overEveryFourth : 1;
            counts[LatencyHistogram.bucket(1e6)] = 160L - slow - over;
            counts[LatencyHistogram.bucket(slowMillis * 1e6)] += slow;
            counts[LatencyHistogram.bucket(9e6)] += over;
            history = history.plus(new LatencyHistory.Slice(now, now.plusMillis(500), LatencyHistogram.of(counts)));
            now = now.plusMillis(500);
            Reading reading = new Reading.Fresh(0, "", now, new Evidence.Latencies(history));
            Decision decision = controller.decide(
                    state,
                    new Observation(now, List.of(new GuardReading(P99, reading)), Baseline.none(), state.rate(), 320));
            state = decision.next();
            if (decision.kind() != Kind.HOLD) {
                return decision;
            }
        }
        throw new AssertionError("the rate never moved");
    }

    @Test
    void farFromTheLineItGrowsByHalf() {
        Decision decision = untilItMoves(2, 2, 2);
        assertThat(decision.kind()).isEqualTo(Kind.GROW);
        assertThat(decision.rate()).isEqualTo(STARTED_AT * 1.5);
    }

    /** A step too many is felt by online traffic until it is noticed, so near the line the steps without proof are small. */
    @Test
    void nearTheLineItGropes() {
        Decision decision = untilItMoves(2, 4, 2);
        assertThat(decision.kind()).isEqualTo(Kind.GROW);
        assertThat(decision.rate()).isEqualTo(STARTED_AT * 1.2);
    }

    @Test
    void atHighRatesItGropesEvenWithMuchRoom() {
        state = State.start(5_000, KneeCurve.empty(), now);
        Duration before = now;
        assertThat(untilItMoves(2, 2, 2).rate()).isEqualTo(5_000 * 1.2);
        assertThat(now.minus(before)).isBetween(Duration.ofSeconds(6), Duration.ofSeconds(7));
    }

    /** What lies there is a wall as often as not, and every second at it is felt. */
    @Test
    void farAboveTheRuleOfThumbNothingGrowsWithoutProof() {
        state = State.start(6_000, KneeCurve.empty(), now);
        Duration before = now;
        assertThat(untilItMoves(2, 2, 2).kind()).isEqualTo(Kind.GROW);
        assertThat(now.minus(before)).isGreaterThanOrEqualTo(Duration.ofSeconds(8));
    }

    @Test
    void fartherOutItTakesAWholeWindowForATenth() {
        state = State.start(7_000, KneeCurve.empty(), now);
        Duration before = now;
        assertThat(untilItMoves(2, 2, 2).rate()).isEqualTo(7_000 * 1.1);
        assertThat(now.minus(before)).isGreaterThanOrEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void theFirstLevelAboveTheLineTakesBackTheStepsWithoutProof() {
        Decision first = untilItMoves(1, 6, 3);
        assertThat(first.kind()).isEqualTo(Kind.STEP_DOWN);
        assertThat(first.reason()).contains("back over the steps taken without proof 2000 -> 1333");
        assertThat(first.next().knee()).map(Knee::rate).contains(STARTED_AT);
        Decision second = untilItMoves(1, 6, 3);
        assertThat(second.kind()).isEqualTo(Kind.STEP_DOWN);
        assertThat(second.rate()).as("then in small steps").isGreaterThanOrEqualTo(0.85 * first.rate() - 1e-6);
    }

    /** A stall of somebody else's disk at a low rate must not make a night of crawling. */
    @Test
    void aKneeWithMuchRoomIsForgotten() {
        untilItMoves(1, 6, 3);
        double from = state.rate();
        for (int moves = 0; moves < 12 && state.knee().isPresent(); moves++) {
            untilItMoves(2, 2, 0);
        }
        assertThat(state.knee()).isEmpty();
        assertThat(untilItMoves(2, 2, 0).rate()).isGreaterThanOrEqualTo(1.2 * from);
    }
}
