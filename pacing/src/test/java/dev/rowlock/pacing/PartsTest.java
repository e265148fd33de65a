package dev.rowlock.pacing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.rowlock.mysql.ConfigurationException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Limits, rates, histograms and curves. */
final class PartsTest {
    @ParameterizedTest
    @CsvSource({"5ms,TIME,5000000", "800us,TIME,800000", "1.5s,TIME,1.5E9", "1.1x,OF_BASELINE,1.1", "20,NUMBER,20"})
    void readsLimits(String text, Limit.Kind kind, double value) {
        Limit limit = Limit.parse(text);
        assertThat(limit.kind()).isEqualTo(kind);
        assertThat(limit.value()).isCloseTo(value, within(1e-6));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "fast", "-5ms", "0.9x", "5 minutes", "NaN", "1e9"})
    void refusesLimitsInWords(String text) {
        assertThatThrownBy(() -> Limit.parse(text))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("1.1x");
    }

    @Test
    void aLimitHasToFitItsSignal() {
        assertThatThrownBy(() -> new Guard("threads", Duration.ofSeconds(2), Unit.COUNT, Limit.parse("5ms")))
                .hasMessageContaining("threads is a number");
        assertThatThrownBy(() -> new Guard("p99", Duration.ofSeconds(2), Unit.NANOSECONDS, Limit.parse("5")))
                .hasMessageContaining("write 5ms");
    }

    @Test
    void readsRates() {
        assertThat(RateSetting.parse("auto").ceiling(320)).isInfinite();
        assertThat(RateSetting.parse("auto").start(320)).isEqualTo(960);
        assertThat(RateSetting.parse("4000/s").start(320)).isEqualTo(4_000);
        assertThat(RateSetting.parse("4000")).isEqualTo(RateSetting.rows(4_000));
        assertThat(RateSetting.parse("3x online")).isEqualTo(RateSetting.share(3));
        assertThat(RateSetting.parse("3x").ceiling(100)).isEqualTo(300);
        for (String exact : new String[] {"0.001/s", "4000/s", "1.125x", "3x", "auto"}) {
            assertThat(RateSetting.parse(exact)).hasToString(exact); // as a run's row keeps it
        }
        assertThatThrownBy(() -> RateSetting.parse("0")).hasMessageContaining("never ends");
        assertThatThrownBy(() -> RateSetting.parse("quick")).hasMessageContaining("write auto");
    }

    @Test
    void quantilesOfAHistogramAreWithinABucket() {
        Random random = new Random(7);
        long[] counts = new long[LatencyHistogram.BUCKETS];
        double[] all =
                random.doubles(100_000).map(share -> -Math.log(1 - share) * 3e6).toArray();
        for (double nanos : all) {
            counts[LatencyHistogram.bucket(nanos)]++;
        }
        LatencyHistogram histogram = LatencyHistogram.of(counts);
        java.util.Arrays.sort(all);
        for (double share : new double[] {0.1, 0.5, 0.9, 0.99, 0.999}) {
            double exact = all[(int) (share * all.length)];
            assertThat(histogram.quantileNanos(share)).isCloseTo(exact, within(exact * 0.025));
            assertThat(histogram.above(exact))
                    .isCloseTo((1 - share) * all.length, within(0.08 * (1 - share) * all.length + 5));
        }
        assertThat(LatencyHistogram.empty().quantileNanos(0.99)).isZero();
        assertThat(LatencyHistogram.empty().since(histogram)).isEmpty();
        assertThat(histogram.plus(histogram).since(histogram).orElseThrow().total())
                .isEqualTo(100_000);
    }

    @Test
    void theKneeIsReadFromTheCurveAndComesBackFromText() {
        KneeCurve curve = KneeCurve.empty()
                .plus(1_000, 15e6, 3_000)
                .plus(6_000, 18e6, 3_000)
                .plus(2_000, 15.2e6, 3_000)
                .plus(4_000, 15.9e6, 3_000)
                .plus(4_050, 16.1e6, 3_000)
                .plus(8_000, 1e6, 5);
        assertThat(curve.points())
                .extracting(KneeCurve.Point::samples)
                .containsExactly(3_000L, 3_000L, 6_000L, 3_000L, 5L);
        assertThat(curve.highestWithin(16.5e6, 1_000)).hasValueCloseTo(4_025.0, within(30.0));
        assertThat(curve.highestWithin(10e6, 1_000)).isEmpty();
        assertThat(KneeCurve.parse(curve.toText()).toText()).isEqualTo(curve.toText());
        assertThat(KneeCurve.parse("")).isEqualTo(KneeCurve.empty());
        assertThatThrownBy(() -> KneeCurve.parse("1:2")).isInstanceOf(ConfigurationException.class);
    }

    @Test
    void aBaselineIsReadyWithAThousandSamplesOrWhenItsTimeIsUp() {
        Guard guard = new Guard("p99", Duration.ofSeconds(2), Unit.NANOSECONDS, Limit.parse("1.1x"));
        Duration start = Duration.ofHours(1);
        BaselineMeter meter = new BaselineMeter(start, Duration.ofSeconds(30));
        LatencyHistory history = LatencyHistory.empty();
        Duration now = start;
        while (!meter.ready(now)) {
            long[] counts = new long[LatencyHistogram.BUCKETS];
            counts[LatencyHistogram.bucket(2e6)] = 40;
            counts[LatencyHistogram.bucket(9e6)] = 1;
            if (now.minus(start).compareTo(BaselineMeter.WARM_UP) < 0) {
                counts[LatencyHistogram.bucket(50e6)] = 20; // the process itself, which starts: not counted
            }
            history = history.plus(new LatencyHistory.Slice(now, now.plusMillis(500), LatencyHistogram.of(counts)));
            now = now.plusMillis(500);
            // the same slices come again with each reading, and count once
            meter.add(List.of(new GuardReading(guard, new Reading.Fresh(0, "", now, new Evidence.Latencies(history)))));
        }
        assertThat(now.minus(start)).isEqualTo(BaselineMeter.WARM_UP.plusMillis(12_500));
        Baseline.Figure figure = meter.result().of("p99").orElseThrow();
        assertThat(figure.samples()).isEqualTo(25 * 41);
        assertThat(figure.perSecond()).isCloseTo(82, within(0.1));
        assertThat(figure.value()).isCloseTo(9e6, within(0.3e6));
        assertThat(figure.complete()).isTrue();
        BaselineMeter silent = new BaselineMeter(start, Duration.ofSeconds(30));
        silent.add(List.of(new GuardReading(guard, new Reading.Stale(Duration.ZERO, "dead"))));
        assertThat(silent.ready(start.plusSeconds(29))).isFalse();
        assertThat(silent.ready(start.plusSeconds(30))).isTrue();
        assertThat(silent.result().of("p99")).isEmpty();
    }

    @Test
    void aRelativeLimitWithoutABaselineIsStaleAndSaysWhatMendsIt() {
        Guard guard = new Guard("p99", Duration.ofSeconds(2), Unit.NANOSECONDS, Limit.parse("1.1x"));
        Duration now = Duration.ofHours(1);
        Reading reading = new Reading.Fresh(0, "", now, new Evidence.Latencies(LatencyHistory.empty()));
        Judgement judgement = guard.judge(reading, Baseline.none(), new Guard.Span(now, now, now));
        assertThat(judgement.verdict()).isEqualTo(Verdict.STALE);
        assertThat(judgement.text()).contains("no baseline").contains("absolute limit");
    }

    /** A tenth of 0.26 ms is half a bucket of the server's histogram. */
    @Test
    void aRelativeLineIsATenthOfAMillisecondAboveItsBaselineAtLeast() {
        assertThat(line(0.26)).isCloseTo(0.36, within(0.01));
        assertThat(line(4)).isCloseTo(4.4, within(0.2));
    }

    private static double line(double baselineMillis) {
        Guard guard = new Guard("p99", Duration.ofSeconds(2), Unit.NANOSECONDS, Limit.parse("1.1x"));
        long[] counts = new long[LatencyHistogram.BUCKETS];
        counts[LatencyHistogram.bucket(baselineMillis * 1e6)] = 6_400;
        LatencyHistogram all = LatencyHistogram.of(counts);
        Duration now = Duration.ofHours(1);
        LatencyHistory history = LatencyHistory.empty().plus(new LatencyHistory.Slice(now.minusSeconds(20), now, all));
        Baseline baseline = Baseline.none().with("p99", Baseline.Figure.of(all, 320, 1));
        Reading reading = new Reading.Fresh(0, "", now, new Evidence.Latencies(history));
        Guard.Span span = new Guard.Span(now, now.minusSeconds(20), now.minusSeconds(20));
        return guard.judge(reading, baseline, span).limit().orElseThrow() / 1e6;
    }

    /** A replica counts seconds, and a limit that is a time is kept in nanoseconds: five of the one are not five billion of the other. */
    @Test
    void aTimeIsALimitForWhatIsCountedInSecondsToo() {
        Guard guard = new Guard("lag", Duration.ofSeconds(2), Unit.SECONDS, Limit.parse("5s"));
        assertThat(lagging(guard, 4).verdict()).isEqualTo(Verdict.CLEAR);
        assertThat(lagging(guard, 6).verdict()).isEqualTo(Verdict.OVER);
        assertThat(lagging(guard, 6).text()).contains("lag 6.0s > 5.0s");
        assertThat(lagging(new Guard("lag", Duration.ofSeconds(2), Unit.SECONDS, Limit.parse("5")), 6)
                        .verdict())
                .isEqualTo(Verdict.OVER);
    }

    private static Judgement lagging(Guard guard, double seconds) {
        Duration now = Duration.ofHours(1);
        Reading reading = new Reading.Fresh(
                seconds, "", now, new Evidence.Levels(List.of(new Evidence.Timed(now, now, seconds))));
        Duration before = now.minusSeconds(10);
        return guard.judge(reading, Baseline.none(), new Guard.Span(now, before, before));
    }

    @Test
    void aReadingThatNobodyRenewedIsStale() {
        Guard guard = new Guard("threads", Duration.ofSeconds(2), Unit.COUNT, Limit.parse("20"));
        Duration now = Duration.ofHours(1);
        Reading reading = new Reading.Fresh(1, "", now, new Evidence.Levels(List.of(new Evidence.Timed(now, now, 1))));
        Duration later = now.plusSeconds(4);
        assertThat(guard.judge(reading, Baseline.none(), new Guard.Span(later, now, now))
                        .verdict())
                .isEqualTo(Verdict.STALE);
    }
}
