package dev.rowlock.queue.internal.lookout;

import dev.rowlock.queue.JobId;
import dev.rowlock.queue.internal.line.Place;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * Jobs of one queue that were heard of and not seen taken: when to wake its workers, and whether to wake them again. An event may arrive before
 * its row can be read by others, so a wake that finds nothing is repeated, twice at most. Guarded by its owner's lock.
 */
final class Expectation {
    static final long NEVER = Long.MAX_VALUE;

    private static final long[] AGAIN = {
        Duration.ofMillis(2).toNanos(), Duration.ofMillis(20).toNanos()
    };

    /** Of more than this nobody keeps count: some of them will be there. */
    private static final int MOST = 200;

    private final Stagger stagger;
    private final Map<JobId, Place> jobs = new LinkedHashMap<>();
    private boolean many;
    private boolean planned;
    private long wakeAt;
    private boolean woken;
    private long wokenAt;
    private long lastHeardAt;
    private int wakes;

    Expectation(RandomGenerator random) {
        this.stagger = new Stagger(random);
    }

    /** A job was committed. How long from now its workers are to be woken at the latest; {@link #NEVER} when that is settled already. */
    long heard(Place place, long now) {
        lastHeardAt = now;
        if (jobs.size() < MOST) {
            jobs.put(place.id(), place);
        } else {
            many = true;
        }
        if (planned || woken) {
            return NEVER;
        }
        long wait = stagger.nanos();
        plan(now + wait);
        return wait;
    }

    /** Somebody has the job, or it has ended. */
    void taken(JobId job) {
        jobs.remove(job);
        if (jobs.isEmpty() && !many) {
            planned = false; // nothing to wake for
            if (!woken) {
                wakes = 0;
            }
        }
    }

    private void plan(long at) {
        planned = true;
        wakeAt = at;
    }

    /** How long until a wake is due. */
    long until(long now) {
        return planned ? Math.max(0, wakeAt - now) : NEVER;
    }

    /** The workers are woken now, for these jobs; for whatever there is when none are named. */
    List<Place> wake(long now) {
        planned = false;
        woken = true;
        wokenAt = now;
        wakes++;
        return many ? List.of() : List.copyOf(jobs.values());
    }

    /**
     * A worker has claimed, beginning at that time.
     *
     * @return whether it found jobs, and more were heard of that it cannot have looked for, which are forgotten now
     */
    boolean claimed(int found, Extent extent, long startedAt, long now) {
        if (!woken || startedAt - wokenAt < 0) {
            return false;
        }
        woken = false;
        if (found > 0) {
            stagger.caught();
            settle();
            return lastHeardAt - (extent == Extent.HEARD ? wokenAt : startedAt) > 0;
        } else if ((jobs.isEmpty() && !many) || wakes > AGAIN.length) {
            stagger.missed();
            settle();
        } else {
            plan(now + AGAIN[wakes - 1]);
        }
        return false;
    }

    private void settle() {
        jobs.clear();
        many = false;
        planned = false;
        wakes = 0;
    }
}
