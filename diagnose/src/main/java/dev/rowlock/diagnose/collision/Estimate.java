package dev.rowlock.diagnose.collision;

/**
 * A figure and how sure it is. Immutable.
 *
 * @param low lower end of the interval that holds the true value with 95 % confidence; equal to {@code value} for an exact count
 * @param value the best single figure
 * @param high upper end
 */
public record Estimate(double low, double value, double high) {
    public Estimate {
        if (!(low <= value && value <= high)) {
            throw new IllegalArgumentException("not in order: " + low + ", " + value + ", " + high);
        }
    }

    /** A figure that was counted. */
    public static Estimate exact(double value) {
        return new Estimate(value, value, value);
    }

    public boolean isExact() {
        return low == high;
    }
}
