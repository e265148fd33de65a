package dev.rowlock.batch.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowlock.batch.PlanNote;
import dev.rowlock.pacing.KneeCurve;
import org.junit.jupiter.api.Test;

final class KneeNoteTest {
    @Test
    void aTableThatNoRunWasPacedOnHasNone() {
        assertThat(KneeNote.of(KneeCurve.empty())).isEmpty();
    }

    @Test
    void theCurveGoesByRateAndSaysWhatItStandsOn() {
        KneeCurve curve = KneeCurve.empty()
                .plus(6_000, 9.5e6, 320)
                .plus(960, 1.91e6, 32_000)
                .plus(2_400, 2.0e6, 6_400);
        assertThat(KneeNote.of(curve).map(PlanNote::text).orElseThrow())
                .endsWith("stands on: 960 rows/s 1.91 ms (32,000); 2,400 rows/s 2.00 ms (6,400);"
                        + " 6,000 rows/s 9.50 ms (320)");
    }

    @Test
    void pointsThatSayLeastAreLeftOut() {
        KneeCurve curve = KneeCurve.empty();
        for (int level = 0; level < 20; level++) {
            curve = curve.plus(100 * Math.pow(1.3, level), 2e6, level == 0 ? 1 : 1_000 + level);
        }
        assertThat(KneeNote.of(curve).map(PlanNote::text).orElseThrow().split(";"))
                .hasSize(12)
                .noneMatch(point -> point.contains(" 100 rows/s"));
    }
}
