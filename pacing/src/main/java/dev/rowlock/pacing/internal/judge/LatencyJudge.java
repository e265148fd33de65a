package dev.rowlock.pacing.internal.judge;

import dev.rowlock.pacing.Baseline;
import dev.rowlock.pacing.Guard;
import dev.rowlock.pacing.Judgement;
import dev.rowlock.pacing.LatencyHistogram;
import dev.rowlock.pacing.LatencyHistory;
import dev.rowlock.pacing.Limit;
import dev.rowlock.pacing.Verdict;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Holds an online statement's latencies against the line for its P99, by counting those above the line: P99 is above the line exactly
 * when more than 1 % of the statements are, and a count has a known spread where a quantile of a short window has none. Pure.
 *
 * <p>The half second with most of them is left out of what is punished: one stall of the disk delays all that arrive meanwhile. But nothing
 * grows on it.
 *
 * <p>At 320 statements a second 6.4 are allowed in 2 s and 32 in 10 s. Three windows, see {@code docs/pacing.md} for their power.
 */
final class LatencyJudge {
    /** One statement in a hundred may be above the line of a P99. */
    private static final double ALLOWED = 0.01;

    /** Sees large crossings: at 320/s and without dispersion, 18 above the line, which is a P99 about 1.3 times the line. */
    private static final Duration SHORT = Duration.ofSeconds(2);

    /** Sees small crossings, and is the shortest time after which a level without proof counts as good. */
    private static final Duration LONG = Duration.ofSeconds(10);

    /** The longest time evidence is gathered at one level: afterwards the server may be another one. */
    private static final Duration LEVEL = Duration.ofSeconds(30);

    /**
     * A night has 18 000 short windows, and counts of stalled statements have a longer tail than the Poisson distribution: rarer than one in
     * a hundred thousand.
     */
    private static final double SURE_IN_SHORT = 4.3;

    /** Rarer than one in a thousand long windows. */
    private static final double SURE_IN_LONG = 3.3;

    /** One in twenty: growing by mistake costs a step that is taken back. */
    private static final double SURE_BELOW = 1.64;

    /** Nine in ten: a small step down by mistake costs 5 %. */
    private static final double LIKELY_ABOVE = 1.3;

    /** Below this, with the baseline's own error counted, it may as well be the baseline that is wrong: one in forty. */
    private static final double BEYOND_DOUBT = 2;

    /** A baseline whose standard error is below this part of the room up to a relative line is well known, and not doubted. */
    private static final double WELL_KNOWN = 0.3;

    /** As likely above the line as not: nothing to go faster on. */
    private static final double SUSPICIOUS = 0;

    /** Of the room between baseline and a relative line. */
    private static final double AIM = 0.5;

    /** Less than this share of the usual statements means that they wait, or that their callers do. */
    private static final double TOO_QUIET = 0.3;

    /** Statements that arrive together wait together; a baseline of 20 s often does not show it. */
    private static final double LEAST_DISPERSION = 2;

    /** A baseline with a stall or two in it would otherwise blind the judge for what comes after. */
    private static final double MOST_DISPERSION = 6;

    private final Guard guard;
    private final double limit;
    private final Optional<Baseline.Figure> usual;
    private final Guard.Span span;
    private final double dispersion;
    private final boolean relative;

    /** The line for what is punished: a factor on a baseline that is uncertain itself gets the benefit of one standard error. */
    private final double provenLimit;

    /** The line for small steps: within a limit that is as narrow as the noise, a rate at the line would be above it half of the time. */
    private final double aim;

    LatencyJudge(Guard guard, double limit, Optional<Baseline.Figure> usual, Guard.Span span) {
        this.guard = guard;
        this.limit = limit;
        this.usual = usual;
        this.span = span;
        this.dispersion = Math.min(
                MOST_DISPERSION,
                Math.max(
                        LEAST_DISPERSION, usual.map(Baseline.Figure::dispersion).orElse(1.0)));
        this.relative = guard.limit().kind() == Limit.Kind.OF_BASELINE;
        double base = usual.map(Baseline.Figure::value).orElse(limit);
        this.aim = relative && base < limit ? base + AIM * (limit - base) : limit;
        this.provenLimit = relative
                ? limit * (1 + usual.map(Baseline.Figure::relativeError).orElse(0.0))
                : limit;
    }

    Judgement judge(LatencyHistory history) {
        LatencyHistory.Slice brief = history.since(latest(span.cut(), span.now().minus(SHORT)));
        LatencyHistory.Slice wide = history.since(latest(span.cut(), span.now().minus(LONG)));
        double surpriseBrief = surprise(history.withoutWorst(brief.from(), provenLimit));
        LatencyHistogram wideSteady = history.withoutWorst(wide.from(), provenLimit);
        double surpriseWide = surprise(wideSteady);
        double surprise = Math.max(surpriseBrief, surpriseWide);
        if (surpriseBrief >= SURE_IN_SHORT) {
            return answer(Verdict.OVER, brief, surprise);
        }
        if (above(wideSteady, provenLimit, withBaseline(wideSteady)) >= SURE_IN_LONG) {
            return answer(Verdict.OVER, wide, surprise);
        }
        Duration since = latest(latest(span.cut(), span.level()), span.now().minus(LEVEL));
        LatencyHistory.Slice level = history.since(since);
        if (tooQuiet(brief)) {
            return new Judgement(
                    guard,
                    Verdict.NEAR,
                    OptionalDouble.of(wide.latencies().quantileNanos(1 - ALLOWED)),
                    OptionalDouble.of(limit),
                    surprise,
                    guard.signal() + " ran " + brief.latencies().total() + " times in "
                            + brief.length().toMillis() + " ms, usually " + Math.round(expected(brief)));
        }
        LatencyHistogram steady = history.withoutWorst(level.from(), aim);
        double aboveAim = above(steady, aim, dispersion);
        Duration gathered = span.now().minus(since);
        if (gathered.compareTo(LONG) >= 0 && aboveAim >= LIKELY_ABOVE) {
            Judgement high = answer(Verdict.HIGH, level, aboveAim);
            return isWrongPerhaps() && above(steady, aim, withBaseline(steady)) < BEYOND_DOUBT ? high.doubted() : high;
        }
        return answer(verdictBelow(level, gathered, surprise(wide.latencies())), level, surprise);
    }

    /** Whether the line stands on a baseline whose error is no small part of what it leaves room for. */
    private boolean isWrongPerhaps() {
        return relative
                && usual.filter(figure -> figure.relativeError() > WELL_KNOWN * (limit / figure.value() - 1))
                        .isPresent();
    }

    private Verdict verdictBelow(LatencyHistory.Slice level, Duration gathered, double recent) {
        boolean whole = gathered.compareTo(LONG) >= 0;
        long total = level.latencies().total();
        double band = Judges.deadBand(limit, usual);
        boolean aboveBand = level.latencies().above(band) > ALLOWED * total;
        boolean suspicious = recent >= SUSPICIOUS || level.latencies().above(limit) > ALLOWED * total;
        if (aboveBand) {
            return whole || suspicious ? Verdict.NEAR : Verdict.YOUNG;
        }
        boolean proven = gathered.compareTo(SHORT) >= 0
                && Chance.below(level.latencies().above(limit), ALLOWED * total, dispersion) >= SURE_BELOW;
        if (proven) {
            return Verdict.CLEAR;
        }
        return whole ? Verdict.GOOD : suspicious ? Verdict.NEAR : Verdict.YOUNG;
    }

    private double surprise(LatencyHistogram latencies) {
        return above(latencies, provenLimit, dispersion);
    }

    private static double above(LatencyHistogram latencies, double line, double dispersion) {
        double allowed = ALLOWED * latencies.total();
        return allowed <= 0 ? 0 : Chance.above(latencies.above(line), allowed, dispersion);
    }

    /** The dispersion of a count that is held against a baseline which is no better known. */
    private double withBaseline(LatencyHistogram latencies) {
        return relative && usual.isPresent() ? dispersion * Judges.uncertain(latencies, usual.get()) : dispersion;
    }

    private double expected(LatencyHistory.Slice slice) {
        return usual.map(Baseline.Figure::perSecond).orElse(0.0)
                * slice.length().toNanos()
                / 1e9;
    }

    private boolean tooQuiet(LatencyHistory.Slice brief) {
        double expected = expected(brief);
        return expected >= 20 && brief.latencies().total() < TOO_QUIET * expected;
    }

    private Judgement answer(Verdict verdict, LatencyHistory.Slice slice, double surprise) {
        double p99 = slice.latencies().quantileNanos(1 - ALLOWED);
        boolean above =
                slice.latencies().above(limit) > ALLOWED * slice.latencies().total();
        String text = guard.signal() + " " + guard.unit().text(p99) + (above ? " > " : " <= ")
                + guard.unit().text(limit) + Judges.ofBaseline(p99, usual) + ", "
                + slice.latencies().total() + " in " + Math.round(slice.length().toMillis() / 1e3) + " s";
        return new Judgement(guard, verdict, OptionalDouble.of(p99), OptionalDouble.of(limit), surprise, text);
    }

    private static Duration latest(Duration one, Duration other) {
        return one.compareTo(other) >= 0 ? one : other;
    }
}
