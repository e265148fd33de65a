package dev.rowlock.pacing;

import java.util.OptionalDouble;

/**
 * A guard's answer. Immutable.
 *
 * @param guard whose
 * @param verdict the answer
 * @param value the figure it was judged by, in the signal's unit; empty when stale
 * @param limit the line in the same unit; empty when there is none yet
 * @param surprise by how many standard deviations the evidence since the last cut lies above the line; 0 when that cannot be said
 * @param text the answer in words, such as {@code p99 6.1ms > 5.0ms (1.22x of baseline)}
 * @param doubtful whether an error of the baseline explains the answer as well: rather measure that again than punish
 */
public record Judgement(
        Guard guard,
        Verdict verdict,
        OptionalDouble value,
        OptionalDouble limit,
        double surprise,
        String text,
        boolean doubtful) {
    /** An answer that stands on no baseline, or whatever the baseline's error is. */
    public Judgement(
            Guard guard, Verdict verdict, OptionalDouble value, OptionalDouble limit, double surprise, String text) {
        this(guard, verdict, value, limit, surprise, text, false);
    }

    /** The same, as an answer that a wrong baseline would explain. */
    public Judgement doubted() {
        return new Judgement(guard, verdict, value, limit, surprise, text, true);
    }
}
