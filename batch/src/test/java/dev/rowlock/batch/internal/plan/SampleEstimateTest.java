package dev.rowlock.batch.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.batch.RowEstimate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Estimates from a sample. */
final class SampleEstimateTest {
    @Test
    void whatWasSeenWholeIsExact() {
        SampleEstimate estimate =
                SampleEstimate.of(List.of(new PartSeen(900, 1_000, 10, true), new PartSeen(50, 20, 20, true)));
        assertThat(estimate.rows()).isEqualTo(RowEstimate.exact(1_020));
        assertThat(estimate.matching()).isEqualTo(RowEstimate.exact(30));
    }

    @Test
    void aSampleInWhichNothingMatchesDoesNotSayThatNothingDoes() {
        RowEstimate matching =
                SampleEstimate.of(parts(64, 100_000, 1_000, at -> 0)).matching();
        assertThat(matching.value()).isZero();
        assertThat(matching.high()).isEqualTo(300); // three in 64 000 looked at, of 6.4 million
    }

    @Test
    void rowsThatLieTogetherMakeItUnsure() {
        RowEstimate spread =
                SampleEstimate.of(parts(64, 100_000, 1_000, at -> 500)).matching();
        RowEstimate clumped = SampleEstimate.of(parts(64, 100_000, 1_000, at -> at % 2 == 0 ? 1_000 : 0))
                .matching();
        assertThat(spread.value()).isEqualTo(clumped.value()).isEqualTo(3_200_000);
        assertThat(spread.high() - spread.low()).isZero();
        assertThat(clumped.high() - clumped.low()).isGreaterThan(1_000_000);
    }

    @Test
    void theIntervalHoldsTheTruthMostOfTheTime() {
        Random random = new Random(7);
        int held = 0;
        for (int run = 0; run < 200; run++) {
            List<PartSeen> parts = new ArrayList<>();
            double truth = 0;
            for (int at = 0; at < 64; at++) {
                double share = random.nextDouble();
                int matched = 0;
                for (int row = 0; row < 200; row++) {
                    matched += random.nextDouble() < share ? 1 : 0;
                }
                truth += 10_000 * share;
                parts.add(new PartSeen(10_000, 200, matched, false));
            }
            RowEstimate matching = SampleEstimate.of(parts).matching();
            held += matching.low() <= truth && truth <= matching.high() ? 1 : 0;
        }
        assertThat(held).isGreaterThan(190);
    }

    private static List<PartSeen> parts(
            int number, long believed, long looked, java.util.function.IntUnaryOperator matched) {
        List<PartSeen> parts = new ArrayList<>();
        for (int at = 0; at < number; at++) {
            parts.add(new PartSeen(believed, looked, matched.applyAsInt(at), false));
        }
        return parts;
    }
}
