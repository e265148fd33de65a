package dev.rowlock.pacing.internal.judge;

import dev.rowlock.pacing.Baseline;
import dev.rowlock.pacing.Evidence;
import dev.rowlock.pacing.Guard;
import dev.rowlock.pacing.Judgement;
import dev.rowlock.pacing.Verdict;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;

/** Holds a level, such as threads running, against its line by the median of a window, so that one odd read decides nothing. Pure. */
final class LevelJudge {
    private final Guard guard;
    private final double limit;
    private final Optional<Baseline.Figure> usual;
    private final Guard.Span span;

    LevelJudge(Guard guard, double limit, Optional<Baseline.Figure> usual, Guard.Span span) {
        this.guard = guard;
        this.limit = limit;
        this.usual = usual;
        this.span = span;
    }

    Judgement judge(Evidence.Levels levels) {
        Duration window = span.now().minus(guard.window());
        Duration from = window.compareTo(span.cut()) >= 0 ? window : span.cut();
        OptionalDouble median = levels.medianSince(from);
        if (median.isEmpty()) {
            return new Judgement(
                    guard,
                    Verdict.NEAR,
                    median,
                    OptionalDouble.of(limit),
                    0,
                    guard.signal() + " was not read since the rate was lowered");
        }
        double value = median.getAsDouble();
        String text = guard.signal() + " " + guard.unit().text(value) + (value > limit ? " > " : " <= ")
                + guard.unit().text(limit) + Judges.ofBaseline(value, usual);
        // A median above the line is as sure as a level gets: 9 stands for that where surprises are compared.
        return new Judgement(guard, verdict(value), median, OptionalDouble.of(limit), value > limit ? 9 : -9, text);
    }

    private Verdict verdict(double value) {
        if (value > limit) {
            return Verdict.OVER;
        }
        if (value > Judges.deadBand(limit, usual)) {
            return Verdict.NEAR;
        }
        boolean whole = span.now().minus(span.level()).compareTo(guard.window()) >= 0;
        return whole ? Verdict.CLEAR : Verdict.NEAR;
    }
}
