package dev.rowlock.batch;

/**
 * How many rows, and how sure that is. Immutable.
 *
 * @param low it is unlikely to be fewer
 * @param value the best single figure
 * @param high it is unlikely to be more
 */
public record RowEstimate(long low, long value, long high) {
    public RowEstimate {
        if (low > value || value > high) {
            throw new IllegalArgumentException("not in order: " + low + ", " + value + ", " + high);
        }
    }

    public static RowEstimate exact(long value) {
        return new RowEstimate(value, value, value);
    }

    public boolean isExact() {
        return low == high;
    }
}
