package dev.rowlock.queue.internal.lookout;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long a process holds back when it hears of a job that all processes hear of. Nobody knows how many there are, so each goes by its luck: who
 * comes too late doubles the range its pauses are drawn from, who comes in time halves it. Alone it goes at once; among many, few do, and
 * the others hear that the job was taken before their time has come. Not thread-safe.
 */
final class Stagger {
    private static final long FIRST = Duration.ofMillis(2).toNanos();
    private static final long LONGEST = Duration.ofMillis(64).toNanos();

    private final RandomGenerator random;
    private long range;

    Stagger(RandomGenerator random) {
        this.random = random;
    }

    /** How long to hold back now; mostly zero for one who is alone. */
    long nanos() {
        return range == 0 ? 0 : random.nextLong(range);
    }

    /** It got a job. */
    void caught() {
        range = range <= FIRST ? 0 : range / 2;
    }

    /** Somebody else was faster. */
    void missed() {
        range = range == 0 ? FIRST : Math.min(LONGEST, range * 2);
    }
}
