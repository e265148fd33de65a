package dev.rowlock.pacing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.pacing.Decision.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The law's rows, one by one, with a level whose verdict is easy to set; and what holds for every sequence of readings. */
final class LawTest {
    private static final Guard THREADS = new Guard("threads", Duration.ofSeconds(2), Unit.COUNT, Limit.parse("20"));
    private static final double GOOD = 5;
    private static final double CLEAR = 12;
    private static final double NEAR = 19;
    private static final double OVER = 30;

    private final Controller controller = new Controller(new ControllerSettings(
            RateSetting.auto(), 50, Duration.ofSeconds(30), Duration.ofMillis(2_500), Duration.ofSeconds(30)));
    private Duration now = Duration.ofDays(1);
    private final List<Evidence.Timed> seen = new ArrayList<>();

    private Decision step(State state, double value, double used) {
        now = now.plusMillis(500);
        seen.add(new Evidence.Timed(now, now, value));
        Reading reading = Double.isNaN(value)
                ? new Reading.Stale(Duration.ofSeconds(1), "threads does not answer")
                : new Reading.Fresh(
                        value, "", now, new Evidence.Levels(seen.subList(Math.max(0, seen.size() - 4), seen.size())));
        return controller.decide(
                state, new Observation(now, List.of(new GuardReading(THREADS, reading)), Baseline.none(), used, 320));
    }

    private Decision steps(State from, double value, int times) {
        Decision decision = step(from, value, from.rate());
        for (int i = 1; i < times; i++) {
            decision = step(decision.next(), value, decision.next().rate());
        }
        return decision;
    }

    private State at(double rate) {
        return State.start(rate, KneeCurve.empty(), now);
    }

    @Test
    void aCrossingHalvesAndSaysSo() {
        Decision decision = step(at(4_000), OVER, 4_000);
        assertThat(decision.kind()).isEqualTo(Kind.HALVE);
        assertThat(decision.rate()).isEqualTo(2_000);
        assertThat(decision.reason()).isEqualTo("threads 30 > 20: rate halved 4000 -> 2000");
        assertThat(decision.next().knee()).map(Knee::rate).contains(4_000.0);
    }

    @Test
    void oneCrossingIsPunishedOnceWithinItsWindow() {
        Decision decision = steps(at(4_000), OVER, 4);
        assertThat(decision.rate()).isEqualTo(2_000);
        assertThat(decision.reason()).contains("just lowered");
    }

    @Test
    void aCrossingThatHalvingDidNotEndIsComparedWithAPause() {
        Decision decision = steps(at(4_000), OVER, 5);
        assertThat(decision.kind()).isEqualTo(Kind.COMPARE);
        assertThat(decision.rate()).isZero();
        assertThat(decision.next().rate()).isEqualTo(2_000);
    }

    @Test
    void goodDuringThePauseIsOwnLoadAndHalvesAgain() {
        Decision decision = steps(steps(at(4_000), OVER, 5).next(), GOOD, 5);
        assertThat(decision.kind()).isEqualTo(Kind.HALVE);
        assertThat(decision.rate()).isEqualTo(1_000);
    }

    @Test
    void badDuringThePauseIsForeignLoadAndGoesOnLow() {
        Decision decision = steps(steps(at(4_000), OVER, 5).next(), OVER, 5);
        assertThat(decision.kind()).isEqualTo(Kind.FOREIGN);
        assertThat(decision.rate()).isEqualTo(1_000);
        assertThat(decision.reason()).contains("others make this load");
        Decision later = steps(decision.next(), OVER, 200);
        assertThat(later.next().rate()).as("no stop, however long it lasts").isEqualTo(1_000);
        Decision over = steps(later.next(), GOOD, 60);
        assertThat(over.rate()).as("and back when it is over").isGreaterThan(3_500);
    }

    @Test
    void inTheDeadBandItHolds() {
        Decision decision = steps(at(4_000), NEAR, 60);
        assertThat(decision.kind()).isEqualTo(Kind.HOLD);
        assertThat(decision.rate()).isEqualTo(4_000);
    }

    @Test
    void withoutAKneeItGrowsFastAndOnlyWhenUsed() {
        assertThat(steps(at(1_000), GOOD, 5).rate()).isEqualTo(1_500);
        Decision unused = step(steps(at(1_000), GOOD, 3).next(), GOOD, 840);
        assertThat(unused.rate()).isEqualTo(1_000);
        assertThat(unused.reason()).isEqualTo("840/s of 1000/s are used: no growth");
    }

    @Test
    void aTableWorkedOnBeforeBeginsAtHalfOfWhatWasWithinTheLine() {
        KneeCurve curve = KneeCurve.empty()
                .plus(1_000, 3e6, 9_000)
                .plus(6_000, 4e6, 9_000)
                .plus(9_000, 8e6, 9_000)
                .plus(20_000, 3e6, 100);
        assertThat(controller.start(curve, OptionalDouble.of(4.1e6), 320, now).rate())
                .isEqualTo(3_000);
        assertThat(controller.start(curve, OptionalDouble.of(2e6), 320, now).rate())
                .isEqualTo(960);
        assertThat(controller.start(curve, OptionalDouble.empty(), 320, now).rate())
                .isEqualTo(960);
        Controller capped = new Controller(ControllerSettings.standard(RateSetting.rows(2_000), 320));
        assertThat(capped.start(curve, OptionalDouble.of(4.1e6), 320, now).rate())
                .isEqualTo(2_000);
    }

    @Test
    void nearTheKneeItGrowsInSmallStepsAndStaysBelow() {
        State known = at(700).withKnee(1_000);
        Decision decision = steps(known, CLEAR, 60);
        assertThat(decision.rate()).isEqualTo(850);
        Decision later = steps(decision.next(), CLEAR, 120);
        assertThat(later.rate()).as("a knee is looked for again after a minute").isBetween(850.0, 1_600.0);
    }

    @Test
    void staleHoldsAndThenGoesToTheFloor() {
        Decision held = steps(at(4_000), Double.NaN, 60);
        assertThat(held.kind()).isEqualTo(Kind.HOLD_STALE);
        assertThat(held.rate()).isEqualTo(4_000);
        Decision floor = step(held.next(), Double.NaN, 4_000);
        assertThat(floor.kind()).isEqualTo(Kind.FLOOR_STALE);
        assertThat(floor.rate()).isEqualTo(50);
        assertThat(steps(floor.next(), GOOD, 60).rate())
                .as("the floor recovers")
                .isGreaterThan(500);
    }

    @Test
    void whoeverTouchesMoreThanAllowedIsSlowedDown() {
        Decision before = steps(at(1_000), NEAR, 19);
        Decision decision = step(before.next(), NEAR, 1_400);
        assertThat(decision.kind()).isEqualTo(Kind.HALVE);
        assertThat(decision.reason()).startsWith("batch rate 1400/s > 1000/s allowed");
    }

    @Test
    void withoutGuardsTheRateStaysWhereItBegan() {
        Decision decision = controller.decide(at(960), new Observation(now, List.of(), Baseline.none(), 960, 320));
        assertThat(decision.rate()).isEqualTo(960);
    }

    /** Whatever the sensors say. */
    @Test
    void everySequenceKeepsFloorAndCeilingAndNeverGrowsWhileStale() {
        for (long seed = 1; seed <= 60; seed++) {
            Random random = new Random(seed);
            State state = at(1_000);
            double value = GOOD;
            double beforeStale = Double.POSITIVE_INFINITY;
            for (int i = 0; i < 600; i++) {
                if (random.nextInt(8) == 0) {
                    double[] values = {GOOD, NEAR, OVER, Double.NaN, 20, 0};
                    value = values[random.nextInt(values.length)];
                }
                double used = state.rate() * random.nextDouble() * 1.6;
                Decision decision = step(state, value, used);
                String what = "seed " + seed + " step " + i + ": " + decision.reason();
                beforeStale = Double.isNaN(value) ? Math.min(beforeStale, state.rate()) : Double.POSITIVE_INFINITY;
                assertThat(decision.rate()).as(what).isLessThanOrEqualTo(beforeStale);
                assertThat(decision.next().rate()).as(what).isGreaterThanOrEqualTo(50);
                assertThat(decision.rate() == 0)
                        .as(what)
                        .isEqualTo(decision.next().phase() == Phase.COMPARING);
                assertThat(decision.next().rate()).as(what).isLessThanOrEqualTo(state.rate() * 1.5 + 1e-6);
                state = decision.next();
            }
        }
    }

    /** The same question has the same answer: nothing is kept. */
    @Test
    void decidingIsPure() {
        State state = at(4_000);
        Observation observation = new Observation(
                now,
                List.of(new GuardReading(
                        THREADS,
                        new Reading.Fresh(
                                30, "", now, new Evidence.Levels(List.of(new Evidence.Timed(now, now, 30)))))),
                Baseline.none(),
                4_000,
                320);
        assertThat(controller.decide(state, observation)).isEqualTo(controller.decide(state, observation));
    }
}
