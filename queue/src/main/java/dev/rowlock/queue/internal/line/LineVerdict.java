package dev.rowlock.queue.internal.line;

/**
 * What becomes of a line's ticket. Immutable.
 *
 * @param waitMicros for {@link Fate#LATER}
 */
record LineVerdict(Fate fate, long waitMicros) {
    enum Fate {
        /** All who wait will be seen to by others. */
        USED,
        /** More may be let out at once. */
        KEPT,
        /** More may be let out when the rate allows it. */
        LATER
    }

    static final LineVerdict USED = new LineVerdict(Fate.USED, 0);
    static final LineVerdict KEPT = new LineVerdict(Fate.KEPT, 0);

    static LineVerdict later(long micros) {
        return new LineVerdict(Fate.LATER, micros);
    }
}
