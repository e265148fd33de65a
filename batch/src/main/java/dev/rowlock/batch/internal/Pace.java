package dev.rowlock.batch.internal;

import dev.rowlock.batch.OnlineTraffic;
import dev.rowlock.pacing.RateSetting;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Decides how fast all workers of a run together may go. Used by one thread. */
interface Pace extends AutoCloseable {
    /**
     * What was decided.
     *
     * @param rate rows a second; 0 pauses
     * @param reason in words, the same in log, event and display
     * @param kind of decision
     * @param isChange whether it is worth an event
     * @param baselineOrNull what was measured before the first chunk, once it is
     * @param chunkOrNull how long a chunk may hold its rows; {@code null} for what the plan says
     * @param readings what the signals said, in words
     * @param online the same in figures
     * @param deadlocks what online traffic lost since the last step
     */
    record Step(
            double rate,
            String reason,
            String kind,
            boolean isChange,
            @Nullable String baselineOrNull,
            @Nullable Duration chunkOrNull,
            String readings,
            OnlineTraffic online,
            long deadlocks) {
        /** Without figures. */
        Step(
                double rate,
                String reason,
                String kind,
                boolean isChange,
                @Nullable String baselineOrNull,
                @Nullable Duration chunkOrNull,
                String readings) {
            this(rate, reason, kind, isChange, baselineOrNull, chunkOrNull, readings, OnlineTraffic.UNSEEN, 0);
        }

        /** The same with figures. */
        Step with(OnlineTraffic seen, long lost) {
            return new Step(rate, reason, kind, isChange, baselineOrNull, chunkOrNull, readings, seen, lost);
        }

        /** Nothing goes. */
        static Step none(String kind, String reason, String readings) {
            return new Step(0, reason, kind, false, null, null, readings);
        }
    }

    /** The user wants another rate from now on. */
    void set(RateSetting setting);

    /**
     * Decides.
     *
     * @param used rows a second that all workers touched of late
     */
    Step step(double used);

    @Override
    default void close() {}
}
