package dev.rowlock.diagnose.internal.collision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.rowlock.diagnose.collision.Estimate;
import dev.rowlock.diagnose.collision.Verdict;
import dev.rowlock.mysql.table.RowKey;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

final class FiguresTest {
    /** Against the exact intervals of statistical tables. */
    @Test
    void intervalsAreThoseOfTheBooks() {
        assertThat(Interval.events(0, 1).high()).isCloseTo(3.69, within(0.05));
        assertThat(Interval.events(10, 1).low()).isCloseTo(4.80, within(0.05));
        assertThat(Interval.events(10, 1).high()).isCloseTo(18.39, within(0.05));
        assertThat(Interval.share(10, 100).low()).isCloseTo(0.0552, within(0.0005));
        assertThat(Interval.share(10, 100).high()).isCloseTo(0.1744, within(0.0005));
        assertThat(Interval.share(0, 0)).isEqualTo(new Estimate(0, 0, 1));
    }

    @Test
    void nineteenOfTwentyIntervalsHoldTheTruth() {
        RandomGenerator random = new SplittableRandom(7);
        int held = 0;
        for (int trial = 0; trial < 2_000; trial++) {
            int hits = 0;
            for (int row = 0; row < 3_000; row++) {
                hits += random.nextDouble() < 0.01 ? 1 : 0;
            }
            Estimate share = Interval.share(hits, 3_000);
            held += share.low() <= 0.01 && 0.01 <= share.high() ? 1 : 0;
        }
        assertThat(held / 2_000.0).isBetween(0.93, 0.97);
    }

    @Test
    void ratiosStayBetweenNoneAndAll() {
        assertThat(Interval.ratio(Interval.events(20, 1), Estimate.exact(10)).value())
                .isEqualTo(1);
        assertThat(Interval.ratio(Interval.events(20, 1), Estimate.exact(0))).isEqualTo(new Estimate(0, 0, 1));
        Estimate rate = Interval.ratio(Interval.events(100, 1), new Estimate(9_000, 10_000, 11_000));
        assertThat(rate.value()).isEqualTo(0.01);
        assertThat(rate.low()).isCloseTo(0.0074, within(0.0001));
        assertThat(rate.high()).isCloseTo(0.0135, within(0.0001));
    }

    @Test
    void theVerdictIsOnTheWholeInterval() {
        assertThat(Verdict.of(new Estimate(0, 0.002, 0.0099))).isEqualTo(Verdict.SAFE);
        assertThat(Verdict.of(new Estimate(0, 0.002, 0.01))).isEqualTo(Verdict.UNSURE);
        assertThat(Verdict.of(new Estimate(0.0099, 0.02, 0.03))).isEqualTo(Verdict.UNSURE);
        assertThat(Verdict.of(new Estimate(0.01, 0.02, 0.03))).isEqualTo(Verdict.TOO_HIGH);
    }

    @Test
    void distinctKeysAreEstimatedInBoundedMemory() {
        DistinctKeys keys = new DistinctKeys(2_000);
        for (int twice = 0; twice < 2; twice++) {
            for (long id = 0; id < 100_000; id++) {
                keys.add(RowKey.of(id * 3));
            }
        }
        assertThat(keys.kept()).hasSizeLessThanOrEqualTo(2_000);
        assertThat(keys.kept().size() * keys.weight()).isCloseTo(100_000, withinPercentage(10));
        DistinctKeys few = new DistinctKeys(2_000);
        for (long id = 0; id < 2_000; id++) {
            few.add(RowKey.of(id));
        }
        assertThat(few.kept().size() * few.weight()).isEqualTo(2_000);
    }
}
