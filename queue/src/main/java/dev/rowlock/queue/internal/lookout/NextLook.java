package dev.rowlock.queue.internal.lookout;

import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** When to look next. Pauses have jitter, so that processes do not look together. Guarded by its owner's lock. */
final class NextLook {
    private static final Duration FIRST_LOOK = Duration.ofMillis(50);

    /** However much is told, looks are this far apart. */
    static final long BETWEEN_LOOKS = Duration.ofMillis(250).toNanos();

    /** Processes that hear the same come one after the other. */
    private static final long SPREAD = Duration.ofMillis(200).toNanos();

    /** Looks may take a twentieth of the time: tombstones make them slow (facts 2). */
    private static final int SHARE = 20;

    /** However slow a look was, the next comes after so many of the longest pauses. */
    private static final int SLOWER = 3;

    private final LongSupplier ticker;
    private final RandomGenerator random;
    private long lookAt;
    private long lastLook;
    private int looks;

    NextLook(LongSupplier ticker, RandomGenerator random) {
        this.ticker = ticker;
        this.random = random;
        this.lastLook = ticker.getAsLong() - BETWEEN_LOOKS;
        this.lookAt = ticker.getAsLong() + random.nextLong(FIRST_LOOK.toNanos());
    }

    /** How long until it; not positive when it is due. */
    long until(long now) {
        return lookAt - now;
    }

    /**
     * One was done.
     *
     * @param sight what it saw, {@code null} when it failed
     * @param took how long
     * @param longest pause that a worker allows
     */
    void looked(@Nullable Sight sight, long took, long longest) {
        long now = ticker.getAsLong();
        lastLook = now;
        lookAt = now + Math.max(pause(sight, longest), Math.min(SHARE * took, SLOWER * longest));
    }

    private long pause(@Nullable Sight sight, long longest) {
        // The second look comes anywhere within a pause, so that processes that begin together part.
        long pause = looks++ == 0 ? random.nextLong(longest) + 1 : longest - random.nextLong(longest / 5 + 1);
        if (sight == null || sight.untilReady().isEmpty()) {
            return pause;
        }
        // Whoever promotes the next delayed job does not know whose workers are idle.
        long due = Math.max(0, sight.untilReady().get().toNanos()) + SPREAD / 4 + random.nextLong(SPREAD);
        return Math.min(pause, Math.max(due, Math.min(pause, BETWEEN_LOOKS)));
    }

    /** Somebody is there who waits no longer than that. */
    void within(long longest) {
        noLaterThan(ticker.getAsLong() + longest);
    }

    /** Something may have been missed. */
    void soon() {
        long soonest = lastLook + BETWEEN_LOOKS;
        long soon = ticker.getAsLong() + random.nextLong(SPREAD);
        noLaterThan(soonest - soon > 0 ? soonest : soon);
    }

    private void noLaterThan(long at) {
        lookAt = lookAt - at > 0 ? at : lookAt;
    }
}
