package dev.rowlock.diagnose.internal.collision;

import dev.rowlock.diagnose.collision.Estimate;
import dev.rowlock.diagnose.collision.Verdict;
import java.util.List;

/**
 * The rows that the batch would touch, along the key range.
 *
 * @param parts in key order, none without rows unless there are none at all
 * @param rows all of them
 * @param reach how much of the key range was looked at
 * @param notes what limits the figure
 */
record RowCount(List<Part> parts, Estimate rows, Reach reach, List<String> notes) {
    enum Reach {
        WHOLE_RANGE,
        /** From the range's beginning to the last part; what is beyond counts for nothing. */
        BEGINNING
    }

    RowCount {
        parts = List.copyOf(parts);
        notes = List.copyOf(notes);
    }

    /** What such a rate of collisions means for these rows. */
    Verdict verdict(Estimate rate) {
        return rows.value() == 0 ? Verdict.NOTHING_TO_TOUCH : Verdict.of(rate);
    }
}
