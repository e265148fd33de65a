package dev.rowlock.batch;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What online traffic shows beside a run, as the process that paces it saw it last. Immutable.
 *
 * @param p99OrNull of the guarded statement that is slowest against its baseline, or of the canary; {@code null} while nobody reads one
 * @param baselineP99OrNull of the same, before the first chunk; {@code null} until it is measured
 * @param deadlocks transactions that online traffic lost to deadlocks since the run began, as far as a guard watched
 */
public record OnlineTraffic(
        @Nullable Duration p99OrNull, @Nullable Duration baselineP99OrNull, long deadlocks) {
    /** Nobody looked. */
    public static final OnlineTraffic UNSEEN = new OnlineTraffic(null, null, 0);
}
