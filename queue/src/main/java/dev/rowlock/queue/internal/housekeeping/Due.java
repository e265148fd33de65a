package dev.rowlock.queue.internal.housekeeping;

import java.time.Duration;
import java.util.TreeSet;

/**
 * When delayed jobs that this process knows of are due, in elapsed time, a fiftieth of a second apart. Bounded: what falls out is found by a look. Guarded by its
 * owner's lock.
 */
final class Due {
    static final long NEVER = Long.MAX_VALUE;

    private static final long APART = Duration.ofMillis(20).toNanos();
    private static final int MOST = 1_000;

    private final TreeSet<Long> times = new TreeSet<>((one, other) -> Long.signum(one - other));

    /** A job is due then, or a little later. */
    void add(long at) {
        times.add(-Math.floorDiv(-at, APART) * APART);
        if (times.size() > MOST) {
            times.pollLast();
        }
    }

    /** How long until the first; not positive when it is due. */
    long until(long now) {
        return times.isEmpty() ? NEVER : times.first() - now;
    }

    /** All that are due are seen to. */
    void seenTo(long now) {
        while (!times.isEmpty() && times.first() - now <= 0) {
            times.pollFirst();
        }
    }
}
