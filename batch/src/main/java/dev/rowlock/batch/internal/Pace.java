package dev.rowlock.batch.internal;

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
     * @param readings what the signals said, in words
     */
    record Step(
            double rate,
            String reason,
            String kind,
            boolean isChange,
            @Nullable String baselineOrNull,
            String readings) {}

    /**
     * Decides.
     *
     * @param used rows a second that all workers touched of late
     */
    Step step(double used);

    @Override
    default void close() {}
}
