package dev.rowlock.queue.internal.work;

import dev.rowlock.queue.JobId;
import dev.rowlock.queue.Priority;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Where a worker's next claim starts in each lane (facts 2). Claims go on from where the last one got to; a sweep from the start finds what
 * appeared behind: late commits, jobs promoted or put back, and leases that ended. A sweep that took long makes the next wait twenty times as long.
 *
 * <p>Now and then a claim begins below the most urgent lane, so that none starves (B8). Used by one thread.
 */
final class Cursor {
    /** A lane and behind which id to look. */
    record Lane(int priority, JobId after) {}

    /** A claim: its lanes, and whether it is a sweep. */
    record Start(List<Lane> lanes, boolean sweep) {}

    private static final JobId BEGIN = new JobId(new UUID(0, 0));
    private static final long BETWEEN_SWEEPS = Duration.ofSeconds(1).toNanos();
    private static final int SHARE = 20;

    /** Every eighth claim begins lower: at HIGH, NORMAL and LOW in turn. */
    private static final int FAIR_EVERY = 8;

    private final Map<Integer, JobId> reached = new HashMap<>();
    private long lastSweep;
    private long sweepCost;
    private boolean swept;
    private boolean cameShort = true;
    private int claims;
    private int skipped;

    Start next(long now) {
        long since = now - lastSweep;
        boolean due = !swept || since >= Math.max(BETWEEN_SWEEPS, SHARE * sweepCost);
        // With nothing ahead, looking from the start costs hardly more than looking from the cursor.
        boolean idle = cameShort && since >= SHARE * sweepCost;
        if (due || idle) {
            swept = true;
            lastSweep = now;
            return new Start(lanes(0, true), true);
        }
        claims++;
        if (claims % FAIR_EVERY != 0) {
            return new Start(lanes(0, false), false);
        }
        skipped = skipped % (Priority.values().length - 1) + 1;
        return new Start(lanes(skipped, false), false);
    }

    private List<Lane> lanes(int from, boolean fromStart) {
        return List.of(Priority.values()).subList(from, Priority.values().length).stream()
                .map(lane -> new Lane(lane.lane(), fromStart ? BEGIN : reached.getOrDefault(lane.lane(), BEGIN)))
                .toList();
    }

    /** What a claim took, in its order, and how long it took. */
    void took(Start start, List<LeasedJob> jobs, int limit, long nanos) {
        if (start.sweep()) {
            sweepCost = nanos;
        }
        cameShort = jobs.size() < limit;
        for (LeasedJob job : jobs) {
            reached.put(job.priority(), job.id());
        }
    }
}
