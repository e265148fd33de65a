package dev.rowlock.queue.internal.work;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * When a worker claims next by itself: at once while there is more to take than it has room for, after the shortest pause when it has taken all there was, then after
 * pauses that double, with jitter, and not at all once they have reached the longest: from then on it is looked for together with all idle workers of its
 * process, and is woken. Used by one thread.
 */
final class Pace {
    /** Until it is woken. */
    static final long IDLE = Duration.ofDays(365).toNanos();

    private final long shortest;
    private final long longest;
    private final RandomGenerator random;
    private long next;

    Pace(Duration shortest, Duration longest, RandomGenerator random) {
        this.shortest = shortest.toNanos();
        this.longest = longest.toNanos();
        this.random = random;
        this.next = this.shortest;
    }

    /** After a claim that found so many: how long to pause. */
    long nanos(int found) {
        if (found > 0) {
            next = shortest;
            return 0;
        }
        if (next >= longest) {
            return IDLE;
        }
        long full = next;
        next = full * 2;
        return jittered(full);
    }

    /** After a claim that found jobs, and fewer than it had room for: how long to pause if nothing else comes up. */
    long shortly() {
        next = shortest;
        return jittered(shortest);
    }

    private long jittered(long full) {
        return full / 2 + random.nextLong(full / 2 + 1);
    }
}
