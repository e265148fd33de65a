package dev.rowlock.pacing.internal.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

final class ChanceTest {
    /** Poisson tails by summation, and the deviations a normal distribution gives them. */
    @Test
    void isAsSurprisedAsThePoissonDistribution() {
        for (double mean : new double[] {1, 6.4, 32, 96}) {
            for (double deviations : new double[] {1.64, 2.33, 3.09, 4.3}) {
                int count = 0;
                while (tail(count, mean) > upper(deviations)) {
                    count++;
                }
                assertThat(Chance.above(count, mean, 1))
                        .as("%d of %.1f", count, mean)
                        .isGreaterThan(deviations - 0.1);
                assertThat(Chance.above(count - 1, mean, 1)).isLessThan(deviations + 0.1);
            }
        }
    }

    @Test
    void countsThatComeInClumpsSurpriseLess() {
        assertThat(Chance.above(20, 6.4, 4)).isLessThan(Chance.above(20, 6.4, 1) / 1.5);
        assertThat(Chance.above(0, 6.4, 1)).isNegative();
        assertThat(Chance.below(0, 6.4, 1)).isCloseTo(2.94, within(0.15));
        assertThat(Chance.below(6, 6.4, 1)).isLessThan(0.5);
    }

    @Test
    void atTheLineFalseAlarmsAreAsRareAsPromised() {
        Random random = new Random(11);
        int alarms = 0;
        for (int window = 0; window < 100_000; window++) {
            int count = 0;
            for (double time = -Math.log(1 - random.nextDouble()); time < 6.4; ) {
                count++;
                time -= Math.log(1 - random.nextDouble());
            }
            alarms += Chance.above(count, 6.4, 1) >= 3.09 ? 1 : 0;
        }
        assertThat(alarms).isLessThan(150);
    }

    private static double tail(int count, double mean) {
        double term = Math.exp(-mean);
        double below = 0;
        for (int k = 0; k < count; k++) {
            below += term;
            term *= mean / (k + 1);
        }
        return 1 - below;
    }

    /** The normal distribution's upper tail, by Simpson's rule. */
    private static double upper(double deviations) {
        double step = 1e-3;
        double sum = 0;
        for (double x = deviations; x < deviations + 8; x += step) {
            sum += Math.exp(-x * x / 2) * step;
        }
        return sum / Math.sqrt(2 * Math.PI);
    }
}
