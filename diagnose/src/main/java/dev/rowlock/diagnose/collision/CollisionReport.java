package dev.rowlock.diagnose.collision;

import dev.rowlock.mysql.TableName;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What the probe found. Immutable.
 *
 * @param table the table
 * @param predicate the batch's selection, as it was given
 * @param source where the writes were seen
 * @param sourceDetail which time column, or why row events could not be had
 * @param window how long writes were watched
 * @param rows rows of the key range that the batch would touch
 * @param collisions rows among them that online traffic wrote in the window: such as matched before the write, or after it
 * @param rate collisions by rows, 0 to 1: the collision rate (C8)
 * @param rowsWritten rows of the table written in the window, whether or not the batch would touch them; empty for a time column
 * @param slices the key range in parts, in key order; empty when nothing matches
 * @param verdict what the rate means
 * @param advice what to do, in the table's own names (C3 to C5)
 * @param notes what limits the figure
 */
public record CollisionReport(
        TableName table,
        String predicate,
        Source source,
        String sourceDetail,
        Duration window,
        Estimate rows,
        Estimate collisions,
        Estimate rate,
        OptionalLong rowsWritten,
        List<CollisionSlice> slices,
        Verdict verdict,
        List<String> advice,
        List<String> notes) {
    public CollisionReport {
        slices = List.copyOf(slices);
        advice = List.copyOf(advice);
        notes = List.copyOf(notes);
    }

    /** The part of the key range with the highest rate. */
    public Optional<CollisionSlice> worst() {
        return slices.stream()
                .max(Comparator.comparingDouble(slice -> slice.rate().value()));
    }
}
