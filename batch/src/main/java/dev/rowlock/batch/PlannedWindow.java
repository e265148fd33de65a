package dev.rowlock.batch;

import java.time.Duration;

/**
 * Whether the batch is through when its window closes (C11). Immutable.
 *
 * @param fit the answer, at the rate the plan begins with
 * @param opensIn zero when it is open
 * @param length what is left of it, or all of the next one
 * @param neededRate rows a second that bring it to its end in time, with the most rows the sample allows
 */
public record PlannedWindow(Fit fit, Duration opensIn, Duration length, double neededRate) {
    /** The answer. */
    public enum Fit {
        FITS,
        /** With the fewest rows it does, with the most it does not. */
        UNSURE,
        WILL_NOT
    }
}
