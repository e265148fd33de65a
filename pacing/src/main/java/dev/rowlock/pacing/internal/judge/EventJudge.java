package dev.rowlock.pacing.internal.judge;

import dev.rowlock.pacing.Baseline;
import dev.rowlock.pacing.Evidence;
import dev.rowlock.pacing.Guard;
import dev.rowlock.pacing.Judgement;
import dev.rowlock.pacing.Limit;
import dev.rowlock.pacing.Verdict;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Holds a count of events, such as lost online transactions, against how many there may be in the signal's window. What happened at the
 * baseline's pace without the batch is allowed as well: the batch is not punished for what was there before it. Pure.
 */
final class EventJudge {
    /** One false alarm in a hundred windows for events that come as often as in the baseline. */
    private static final double SURE = 2.33;

    private final Guard guard;
    private final double limit;
    private final Optional<Baseline.Figure> usual;
    private final Guard.Span span;

    EventJudge(Guard guard, double limit, Optional<Baseline.Figure> usual, Guard.Span span) {
        this.guard = guard;
        this.limit = limit;
        this.usual = usual;
        this.span = span;
    }

    Judgement judge(Evidence.Events events) {
        Duration window = span.now().minus(guard.window());
        Duration from = window.compareTo(span.cut()) >= 0 ? window : span.cut();
        double count = events.since(from);
        double seconds = span.now().minus(from).toNanos() / 1e9;
        double expected = usual.map(Baseline.Figure::perSecond).orElse(0.0) * seconds;
        boolean relative = guard.limit().kind() == Limit.Kind.OF_BASELINE;
        double factor = relative ? guard.limit().value() : 1;
        double allowed = relative ? 0 : limit;
        double surprise = expected <= 0 ? 0 : Chance.above(count - allowed, expected * factor, 1);
        boolean over = count > allowed && (expected <= 0 || surprise >= SURE);
        String text = guard.signal() + " " + guard.unit().text(count) + " in " + Math.round(seconds) + " s"
                + (over ? " > " : " <= ") + guard.unit().text(allowed)
                + (expected > 0 ? String.format(java.util.Locale.ROOT, " and %.1f usually", expected) : "");
        return new Judgement(
                guard,
                over ? Verdict.OVER : Verdict.CLEAR,
                OptionalDouble.of(count),
                OptionalDouble.of(allowed),
                over ? 9 : -9,
                text);
    }
}
