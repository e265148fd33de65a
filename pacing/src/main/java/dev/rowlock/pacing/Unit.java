package dev.rowlock.pacing;

import java.util.Locale;

/** How a signal's values are written; latencies are nanoseconds everywhere. */
public enum Unit {
    NANOSECONDS,
    SECONDS,
    COUNT;

    /** The value as messages show it, such as {@code 6.1ms}. */
    public String text(double value) {
        return switch (this) {
            case NANOSECONDS -> millis(value / 1e6);
            case SECONDS -> String.format(Locale.ROOT, "%.1fs", value);
            case COUNT -> number(value);
        };
    }

    private static String millis(double millis) {
        return String.format(Locale.ROOT, millis < 1 ? "%.3fms" : millis < 100 ? "%.1fms" : "%.0fms", millis);
    }

    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : String.format(Locale.ROOT, "%.2f", value);
    }
}
