package dev.rowlock.pacing;

import dev.rowlock.mysql.ConfigurationException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The line a signal must stay under. Immutable.
 *
 * @param kind what the value is counted in
 * @param value nanoseconds, a plain number, or a factor on the baseline
 */
public record Limit(Kind kind, double value) {
    private static final Pattern FORM = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*(us|ms|s|x|)", Pattern.CASE_INSENSITIVE);

    /** What a limit is counted in. */
    public enum Kind {
        /** A time, in nanoseconds. */
        TIME,
        /** A plain number. */
        NUMBER,
        /** A multiple of what the baseline showed. */
        OF_BASELINE
    }

    public Limit {
        if (!Double.isFinite(value) || value < 0 || (kind == Kind.OF_BASELINE && value < 1)) {
            throw new ConfigurationException(
                    "a limit of " + value + (kind == Kind.OF_BASELINE ? "x" : "")
                            + " is crossed without any batch: write a time such as 5ms, a number, or a factor above 1 such as 1.1x");
        }
    }

    /** Reads {@code 5ms}, {@code 800us}, {@code 2s}, {@code 20} or {@code 1.1x}. */
    public static Limit parse(String text) {
        Matcher matcher = FORM.matcher(text.strip());
        if (!matcher.matches()) {
            throw new ConfigurationException(
                    "cannot read the limit " + text + ": write a time such as 5ms, a number, or a factor such as 1.1x");
        }
        double number = Double.parseDouble(matcher.group(1));
        return switch (matcher.group(2).toLowerCase(Locale.ROOT)) {
            case "us" -> new Limit(Kind.TIME, number * 1e3);
            case "ms" -> new Limit(Kind.TIME, number * 1e6);
            case "s" -> new Limit(Kind.TIME, number * 1e9);
            case "x" -> new Limit(Kind.OF_BASELINE, number);
            default -> new Limit(Kind.NUMBER, number);
        };
    }

    /** As it is read. */
    @Override
    public String toString() {
        return switch (kind) {
            case TIME -> Unit.NANOSECONDS.text(value);
            case NUMBER -> Unit.COUNT.text(value);
            case OF_BASELINE -> Unit.COUNT.text(value) + "x";
        };
    }
}
