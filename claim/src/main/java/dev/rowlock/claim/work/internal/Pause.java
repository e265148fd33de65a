package dev.rowlock.claim.work.internal;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** A pause that doubles each time, with jitter between half and all of it. Used by one thread at a time. */
final class Pause {
    private final long first;
    private final long longest;
    private long next;

    Pause(Duration first, Duration longest) {
        this.first = first.toNanos();
        this.longest = Math.max(longest.toNanos(), first.toNanos());
        this.next = this.first;
    }

    /** For a server that refuses or is gone. */
    static Pause afterErrors() {
        return new Pause(Duration.ofMillis(50), Duration.ofSeconds(5));
    }

    /** Nanoseconds to wait now. */
    long next() {
        long whole = next;
        next = Math.min(longest, whole * 2);
        return whole / 2 + ThreadLocalRandom.current().nextLong(whole / 2 + 1);
    }

    void reset() {
        next = first;
    }
}
