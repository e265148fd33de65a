package dev.rowlock.queue.internal;

import dev.rowlock.queue.JobId;
import java.security.SecureRandom;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * Makes ids: UUIDs of version 7 with the time to a quarter of a microsecond, growing within this process. They are known before anything is sent, so
 * a bulk enqueue needs no answer for each row. Thread-safe.
 */
public final class JobIds {
    private static final long VERSION = 0x7000L;
    private static final long VARIANT = 0x8000_0000_0000_0000L;
    private static final long RANDOM_BITS = 0x3FFF_FFFF_FFFF_FFFFL;
    private static final int STEP = 1 << 20;

    private final SecureRandom random = new SecureRandom();

    /** How far to count on from a random place: nobody is kept from guessing by it, and a secure number costs as much as the rest of a bulk enqueue's row here. */
    private final SplittableRandom steps = new SplittableRandom(random.nextLong());

    private long high;
    private long low;

    /** The next id at this time; the same time again, or an earlier one, counts on from the last. */
    public synchronized JobId next(long micros) {
        long millis = Math.floorDiv(micros, 1_000L);
        long fraction = Math.floorMod(micros, 1_000L) * 4_096 / 1_000;
        long wanted = millis << 16 | VERSION | fraction;
        if (wanted > high) {
            high = wanted;
            // Half of the range is left to count on in.
            low = random.nextLong() & RANDOM_BITS >>> 1;
        } else {
            low += 1 + steps.nextInt(STEP);
            if (low > RANDOM_BITS) {
                high = nextFraction(high);
                low = random.nextLong() & RANDOM_BITS >>> 1;
            }
        }
        return new JobId(new UUID(high, VARIANT | low));
    }

    private static long nextFraction(long high) {
        boolean full = (high & 0xFFF) == 0xFFF;
        return full ? ((high >>> 16) + 1) << 16 | VERSION : high + 1;
    }
}
