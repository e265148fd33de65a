package dev.rowlock.claim.work;

import dev.rowlock.mysql.table.RowKey;
import java.util.List;

/**
 * What a closed worker left behind. Both lists are empty after a clean end. Their rows are reclaimed once their leases end. Immutable.
 *
 * @param released rows given back while closing
 * @param abandoned rows whose handler did not return although it was told to stop
 * @param unwritten rows whose result the server did not take in time
 */
public record CloseReport(long released, List<RowKey> abandoned, List<RowKey> unwritten) {
    public CloseReport {
        abandoned = List.copyOf(abandoned);
        unwritten = List.copyOf(unwritten);
    }

    /** Whether nothing was left. */
    public boolean isClean() {
        return abandoned.isEmpty() && unwritten.isEmpty();
    }
}
