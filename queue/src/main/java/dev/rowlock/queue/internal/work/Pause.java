package dev.rowlock.queue.internal.work;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Pauses that double, with jitter, so that processes do not come together. Used by one thread. */
final class Pause {
    private final long shortest;
    private final long longest;
    private long next;

    Pause(Duration shortest, Duration longest) {
        this.shortest = shortest.toNanos();
        this.longest = longest.toNanos();
        this.next = this.shortest;
    }

    long next() {
        long full = next;
        next = Math.min(longest, next > longest / 2 ? longest : next * 2);
        return full / 2 + ThreadLocalRandom.current().nextLong(full / 2 + 1);
    }

    void reset() {
        next = shortest;
    }
}
