package dev.rowlock.queue.internal.quarantine;

import dev.rowlock.queue.JobId;
import java.util.Comparator;

/**
 * A lease that ended without an answer.
 *
 * @param token of that lease
 * @param again whether the same job was lost before, or has no attempt left
 * @param answered how many jobs of its kind had been answered
 */
public record Lost(JobId id, long token, String kind, Again again, long answered) {
    /** What tells an accident from a habit. */
    public enum Again {
        FIRST,
        REPEATED
    }

    /** In which order all transactions name them (facts 3.6). */
    static final Comparator<Lost> KEY_ORDER = Comparator.comparing(Lost::id).thenComparingLong(Lost::token);
}
