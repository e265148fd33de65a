package dev.rowlock.queue.internal.work;

import dev.rowlock.queue.JobId;
import dev.rowlock.queue.Priority;
import dev.rowlock.queue.internal.line.Place;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * Where a worker's next claim starts in each lane (facts 2). Claims go on from where the last one got to; a sweep from the start finds what
 * appeared behind: late commits, jobs promoted or put back, and leases that ended. A sweep that took long makes the next wait twenty times as long.
 *
 * <p>Now and then a claim begins below the most urgent lane, about once a second from the start of the lane, so that no job starves, whether it
 * is new or comes back (B8). Used by one thread.
 */
final class Cursor {
    /** A lane and behind which id to look. */
    record Lane(int priority, JobId after) {}

    /**
     * A claim.
     *
     * @param points rows behind the lanes' starts that are known to be ready
     */
    record Start(List<Lane> lanes, List<Place> points, boolean sweep) {
        /** One of these rows only. */
        static Start of(List<Place> points) {
            return new Start(List.of(), points, false);
        }

        /** Whether it looks at rows that somebody told of, and at no lane. */
        boolean isOfPoints() {
            return lanes.isEmpty();
        }

        /** Whether it looks at every lane: one that began lower and found nothing does not say that there is nothing. */
        boolean isWhole() {
            return lanes.size() == Priority.values().length;
        }
    }

    private static final JobId BEGIN = new JobId(new UUID(0, 0));
    private static final long BETWEEN_SWEEPS = Duration.ofSeconds(1).toNanos();
    private static final int SHARE = 20;

    /** Every eighth claim begins lower: at HIGH, NORMAL and LOW in turn. */
    private static final int FAIR_EVERY = 8;

    /** Points of one claim; what is more is left to a sweep. */
    private static final int MOST_POINTS = 500;

    private final Map<Integer, JobId> reached = new HashMap<>();
    private final Set<Place> behind = new LinkedHashSet<>();
    private long lastSweep;
    private long sweepCost;
    private boolean swept;
    private final long[] lowerSweeps = new long[Priority.values().length];
    private long lowerCost;
    private boolean cameShort = true;
    private int claims;
    private int skipped;

    Start next(long now) {
        long since = now - lastSweep;
        boolean due = !swept || since >= Math.max(BETWEEN_SWEEPS, SHARE * sweepCost);
        // With nothing ahead, looking from the start costs hardly more than looking from the cursor.
        boolean idle = cameShort && since >= SHARE * sweepCost;
        if (due || idle) {
            if (!swept) {
                Arrays.fill(lowerSweeps, now);
            }
            swept = true;
            lastSweep = now;
            return new Start(lanes(0, true), List.of(), true);
        }
        claims++;
        if (claims % FAIR_EVERY != 0) {
            return new Start(lanes(0, false), List.copyOf(behind), false);
        }
        skipped = skipped % (Priority.values().length - 1) + 1;
        boolean fromStart = now - lowerSweeps[skipped] >= Math.max(BETWEEN_SWEEPS, SHARE * lowerCost);
        if (fromStart) {
            // A flood of urgent jobs fills every sweep, so what is behind the cursor further down is looked for from
            // there.
            lowerSweeps[skipped] = now;
        }
        return new Start(lanes(skipped, fromStart), List.of(), fromStart);
    }

    private List<Lane> lanes(int from, boolean fromStart) {
        return List.of(Priority.values()).subList(from, Priority.values().length).stream()
                .map(lane -> new Lane(lane.lane(), fromStart ? BEGIN : reached.getOrDefault(lane.lane(), BEGIN)))
                .toList();
    }

    /** What a claim took, in its order, and how long it took. */
    void took(Start start, List<LeasedJob> jobs, int limit, long nanos) {
        if (start.isOfPoints()) {
            // The cursors stay: nobody has looked at what lies between them and these.
            jobs.forEach(job -> behind.remove(new Place(job.priority(), job.id())));
            return;
        }
        if (start.isWhole()) {
            cameShort = jobs.size() < limit;
        }
        if (start.sweep() && start.isWhole()) {
            sweepCost = nanos;
        } else if (start.sweep()) {
            lowerCost = nanos;
        }
        if (start.sweep() || cameShort) {
            behind.clear();
        }
        for (LeasedJob job : jobs) {
            behind.remove(new Place(job.priority(), job.id()));
            // What a claim took behind the cursor does not move it back; a sweep does.
            if (start.sweep() || job.id().compareTo(reached.getOrDefault(job.priority(), BEGIN)) > 0) {
                reached.put(job.priority(), job.id());
            }
        }
    }

    /** These are ready now, wherever the cursors are. */
    void ready(List<Place> places) {
        for (Place place : places) {
            if (behind.size() < MOST_POINTS) {
                behind.add(place);
            }
        }
    }
}
