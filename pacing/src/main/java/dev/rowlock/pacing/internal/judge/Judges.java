package dev.rowlock.pacing.internal.judge;

import dev.rowlock.pacing.Baseline;
import dev.rowlock.pacing.Evidence;
import dev.rowlock.pacing.Guard;
import dev.rowlock.pacing.Judgement;
import dev.rowlock.pacing.LatencyHistogram;
import dev.rowlock.pacing.Limit;
import dev.rowlock.pacing.Reading;
import dev.rowlock.pacing.Unit;
import dev.rowlock.pacing.Verdict;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;

/** Holds readings against limits. Pure. */
public final class Judges {
    /** A reading older than this, or than three times its window if that is longer, is stale: whoever reads the signal hangs. */
    private static final Duration FRESH = Duration.ofSeconds(3);

    /** Times are written in nanoseconds. */
    private static final double NANOS_PER_SECOND = 1e9;

    /**
     * A relative line of a time is at least so far above its baseline: a tenth of a quarter of a millisecond is half a bucket of the server's own
     * histogram, and nobody's wait.
     */
    static final double LEAST_ROOM_NANOS = 100_000;

    private Judges() {}

    public static Judgement judge(Guard guard, Reading reading, Baseline baseline, Guard.Span span) {
        return reading.fold(
                fresh -> fresh(guard, fresh, baseline, span),
                stale -> stale(guard, stale.reason() + ", for " + seconds(stale.age())));
    }

    private static Judgement fresh(Guard guard, Reading.Fresh reading, Baseline baseline, Guard.Span span) {
        Duration age = span.now().minus(reading.at());
        if (age.compareTo(FRESH) > 0) {
            return stale(guard, guard.signal() + " was not read for " + seconds(age));
        }
        Optional<Baseline.Figure> usual = baseline.of(guard.signal());
        OptionalDouble line = line(guard, usual);
        if (line.isEmpty()) {
            return stale(
                    guard,
                    guard.signal() + " has no baseline, so " + guard.limit()
                            + " of it says nothing: give an absolute limit such as 5ms, or measure while online traffic runs");
        }
        double limit = line.getAsDouble();
        Evidence evidence = reading.evidence();
        return evidence.fold(
                latencies -> new LatencyJudge(guard, limit, usual, span).judge(latencies.history()),
                events -> new EventJudge(guard, limit, usual, span).judge(events),
                levels -> new LevelJudge(guard, limit, usual, span).judge(levels));
    }

    /** The line in the signal's unit. A factor on a baseline of nothing is nothing at all for events, and no line for other signals. */
    public static OptionalDouble line(Guard guard, Optional<Baseline.Figure> usual) {
        Limit limit = guard.limit();
        if (limit.kind() == Limit.Kind.TIME && guard.unit() == Unit.SECONDS) {
            return OptionalDouble.of(limit.value() / NANOS_PER_SECOND);
        }
        if (limit.kind() != Limit.Kind.OF_BASELINE) {
            return OptionalDouble.of(limit.value());
        }
        if (usual.isEmpty()) {
            return OptionalDouble.empty();
        }
        double base = usual.get().value();
        double least = guard.unit() == Unit.NANOSECONDS ? base + LEAST_ROOM_NANOS : 0;
        return OptionalDouble.of(Math.max(least, base * limit.value()));
    }

    /** Where the dead band begins: half way from the baseline to the line, or 90 % of the line without a baseline below it. */
    static double deadBand(double limit, Optional<Baseline.Figure> usual) {
        double base = usual.map(Baseline.Figure::value).orElse(limit);
        return base > 0 && base < limit ? base + 0.5 * (limit - base) : 0.9 * limit;
    }

    /** By how many standard deviations latencies are slower than a baseline whose P99 is uncertain itself; negative when faster. */
    public static double difference(LatencyHistogram measured, Baseline.Figure usual) {
        double above = measured.above(usual.value());
        double expected = 0.01 * measured.total();
        double dispersion = usual.dispersion() * uncertain(measured, usual);
        return above >= expected
                ? Chance.above(above, expected, dispersion)
                : -Chance.below(above, expected, dispersion);
    }

    /** How much more a count varies against a baseline than against a line that is known: the variance of the baseline's own count is added in proportion. */
    static double uncertain(LatencyHistogram measured, Baseline.Figure usual) {
        return 1 + measured.total() / (double) Math.max(1, usual.samples());
    }

    static String ofBaseline(double value, Optional<Baseline.Figure> usual) {
        double base = usual.map(Baseline.Figure::value).orElse(0.0);
        return base > 0 ? String.format(java.util.Locale.ROOT, " (%.2fx of baseline)", value / base) : "";
    }

    private static Judgement stale(Guard guard, String text) {
        return new Judgement(guard, Verdict.STALE, OptionalDouble.empty(), OptionalDouble.empty(), 0, text);
    }

    private static String seconds(Duration span) {
        return String.format(java.util.Locale.ROOT, "%.1f s", span.toMillis() / 1e3);
    }
}
