package dev.rowlock.batch;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a run stands, read without locks. Immutable.
 *
 * @param reason why it is in this state, when somebody or something put it there
 * @param rate rows a second that all workers together may touch
 * @param rateReason why it is that
 * @param used rows a second they touched of late
 * @param baselineOrNull what online traffic showed before the first chunk
 * @param readings what the signals say
 * @param online the same in figures: P99 now and before the batch, and what online traffic lost
 * @param deadlocks what the batch itself lost to deadlocks; each was run again
 * @param estimate rows the plan thought would be looked at; 0 when nobody estimated
 * @param age since it was made, until now or its end
 * @param workers processes that work on it
 * @param counts of all shards together
 */
public record RunStatus(
        long id,
        BatchPlan plan,
        String target,
        RunState state,
        String reason,
        String rateSetting,
        double rate,
        String rateReason,
        double used,
        @Nullable String baselineOrNull,
        String readings,
        OnlineTraffic online,
        long deadlocks,
        long estimate,
        Duration age,
        int workers,
        Counts counts,
        List<ShardStatus> shards) {
    public RunStatus {
        shards = List.copyOf(shards);
    }

    /** Rows that were left for later so far, because somebody held them or had just written them; those done since included. */
    public long skipped() {
        return shards.stream().mapToLong(ShardStatus::skipped).sum();
    }

    /** Whether what matched is accounted for: changed, changed by others, given up by a handler, or still held by somebody. */
    public boolean isReconciled() {
        return counts.held() == 0;
    }
}
