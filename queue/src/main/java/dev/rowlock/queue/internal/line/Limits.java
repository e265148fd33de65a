package dev.rowlock.queue.internal.line;

/**
 * What the jobs of one line are held to. Immutable.
 *
 * @param concurrent jobs at a time
 * @param rate jobs in each period; 0 for no such limit
 */
public record Limits(int concurrent, int rate, long periodMicros) {
    /** Where nothing is set: as many slots as a line may have. */
    public static final int MOST = 10_000;

    static final Limits NONE = new Limits(MOST, 0, 0);

    static final Limits ONE_BY_ONE = new Limits(1, 0, 0);

    boolean hasRate() {
        return rate > 0;
    }
}
