package dev.rowlock.queue;

import java.util.List;

/**
 * What a closed worker left behind. Both lists are empty after a clean end; their jobs are claimed again once their leases end.
 * Immutable.
 *
 * @param released jobs given back while closing
 * @param abandoned jobs whose handler did not return although it was told to stop
 * @param unwritten jobs whose result the server did not take in time
 */
public record WorkerReport(int released, List<JobId> abandoned, List<JobId> unwritten) {
    public WorkerReport {
        abandoned = List.copyOf(abandoned);
        unwritten = List.copyOf(unwritten);
    }

    /** Whether nothing was left. */
    public boolean isClean() {
        return abandoned.isEmpty() && unwritten.isEmpty();
    }
}
