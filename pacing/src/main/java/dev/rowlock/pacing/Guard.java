package dev.rowlock.pacing;

import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.pacing.internal.judge.Judges;
import java.time.Duration;
import java.util.OptionalDouble;

/**
 * A signal and the line it must stay under (C9). Immutable; pure.
 *
 * @param signal the signal's name, by which its readings and its baseline are found
 * @param window the signal's window: one crossing is not punished again before it has passed
 * @param unit how the values are written
 * @param limit the line
 */
public record Guard(String signal, Duration window, Unit unit, Limit limit) {
    public Guard {
        if (limit.kind() == Limit.Kind.TIME && unit == Unit.COUNT) {
            throw new ConfigurationException("the limit " + limit + " is a time, but " + signal
                    + " is a number: write a number or a factor such as 1.1x");
        }
        if (limit.kind() == Limit.Kind.NUMBER && unit == Unit.NANOSECONDS) {
            throw new ConfigurationException("the limit " + limit + " has no unit, but " + signal + " is a time: write "
                    + limit + "ms or a factor such as 1.1x");
        }
    }

    public static Guard of(Signal signal, Limit limit) {
        return new Guard(signal.name(), signal.window(), signal.unit(), limit);
    }

    /** A limit as {@link Limit#parse} reads it. */
    public static Guard of(Signal signal, String limit) {
        return of(signal, Limit.parse(limit));
    }

    /** Holds a reading against the line. */
    public Judgement judge(Reading reading, Baseline baseline, Span span) {
        return Judges.judge(this, reading, baseline, span);
    }

    /** The line in the signal's unit; empty when it is relative and there is no baseline for it. */
    public OptionalDouble line(Baseline baseline) {
        return Judges.line(this, baseline.of(signal));
    }

    /**
     * Which evidence counts.
     *
     * @param now the present
     * @param cut when the rate was last lowered: what happened before is punished already
     * @param level since when the rate is about what it is
     */
    public record Span(Duration now, Duration cut, Duration level) {}
}
