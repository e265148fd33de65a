package dev.rowlock.diagnose.internal.collision;

import dev.rowlock.diagnose.collision.Estimate;

/** Intervals that hold the true value with 95 % confidence. Pure. */
public final class Interval {
    private static final double Z = 1.959964;

    private Interval() {}

    /**
     * A rate of events that come one by one, from how many came (Poisson; the approximation of Wilson and Hilferty to the exact interval).
     *
     * @param weight how many events each one that was seen stands for
     */
    public static Estimate events(double seen, double weight) {
        double low = seen == 0 ? 0 : seen * Math.pow(1 - 1 / (9 * seen) - Z / (3 * Math.sqrt(seen)), 3);
        double more = seen + 1;
        double high = more * Math.pow(1 - 1 / (9 * more) + Z / (3 * Math.sqrt(more)), 3);
        return ordered(Math.max(0, low) * weight, seen * weight, high * weight);
    }

    /** A share, from a sample of rows chosen one by one (Wilson). */
    public static Estimate share(double hits, double sample) {
        if (sample <= 0) {
            return new Estimate(0, 0, 1);
        }
        double share = hits / sample;
        double z2 = Z * Z;
        double middle = (share + z2 / (2 * sample)) / (1 + z2 / sample);
        double half = Z / (1 + z2 / sample) * Math.sqrt(share * (1 - share) / sample + z2 / (4 * sample * sample));
        return ordered(Math.max(0, middle - half), share, Math.min(1, middle + half));
    }

    /** A figure with its standard error. */
    public static Estimate normal(double value, double error) {
        return ordered(Math.max(0, value - Z * error), value, value + Z * error);
    }

    /** A quotient, never above 1; the interval holds both figures' own. */
    public static Estimate ratio(Estimate part, Estimate whole) {
        if (whole.value() <= 0) {
            return new Estimate(0, 0, 1);
        }
        double value = Math.min(1, part.value() / whole.value());
        double low = whole.high() <= 0 ? 0 : part.low() / whole.high();
        double high = whole.low() <= 0 ? 1 : part.high() / whole.low();
        return ordered(Math.min(1, low), value, Math.min(1, high));
    }

    private static Estimate ordered(double low, double value, double high) {
        return new Estimate(Math.min(low, value), value, Math.max(high, value));
    }
}
