package dev.rowlock.pacing;

import dev.rowlock.mysql.ConfigurationException;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the user wants the rate to be; guards lower it in every mode. Immutable.
 *
 * @param mode the mode
 * @param value rows a second, or rows for each online statement; 0 for {@code auto}
 */
public record RateSetting(Mode mode, double value) {
    /** C4's rule of thumb, and no more than the place to start from: three touched rows for each online statement. */
    public static final double STARTING_SHARE = 3;

    /** Where to start when nothing is known of online traffic. */
    public static final double STARTING_RATE = 500;

    private static final Pattern FORM =
            Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*(x|x?\\s*online|/s|rows/s|)", Pattern.CASE_INSENSITIVE);

    /** How a rate is set. */
    public enum Mode {
        /** As fast as the guards allow. */
        AUTO,
        /** At most this many rows a second. */
        ROWS,
        /** At most this many rows for each online statement. */
        SHARE
    }

    public RateSetting {
        if (mode != Mode.AUTO && !(value > 0 && Double.isFinite(value))) {
            throw new ConfigurationException(
                    "a rate of " + value + " never ends: write auto, rows a second such as 4000,"
                            + " or a share of the online rate such as 3x");
        }
    }

    public static RateSetting auto() {
        return new RateSetting(Mode.AUTO, 0);
    }

    public static RateSetting rows(double perSecond) {
        return new RateSetting(Mode.ROWS, perSecond);
    }

    public static RateSetting share(double ofOnlineRate) {
        return new RateSetting(Mode.SHARE, ofOnlineRate);
    }

    public boolean isAuto() {
        return mode == Mode.AUTO;
    }

    /** Reads {@code auto}, {@code 4000}, {@code 4000/s} or {@code 3x}. */
    public static RateSetting parse(String text) {
        String wanted = text.strip();
        if (wanted.equalsIgnoreCase("auto")) {
            return auto();
        }
        Matcher matcher = FORM.matcher(wanted);
        if (!matcher.matches()) {
            throw new ConfigurationException("cannot read the rate " + text
                    + ": write auto, rows a second such as 4000, or a share of the online rate such as 3x");
        }
        double number = Double.parseDouble(matcher.group(1));
        return matcher.group(2).toLowerCase(Locale.ROOT).startsWith("x") ? share(number) : rows(number);
    }

    /** The most rows a second it allows; unlimited for {@code auto}, and for a share while the online rate is unknown. */
    public double ceiling(double onlineRate) {
        return switch (mode) {
            case AUTO -> Double.POSITIVE_INFINITY;
            case ROWS -> value;
            case SHARE -> onlineRate > 0 ? value * onlineRate : Double.POSITIVE_INFINITY;
        };
    }

    /** Where to start from: the user's rate, else C4's rule of thumb. */
    public double start(double onlineRate) {
        double thumb = onlineRate > 0 ? STARTING_SHARE * onlineRate : STARTING_RATE;
        return mode == Mode.ROWS ? value : Math.min(thumb, ceiling(onlineRate));
    }

    /** It is read again: rounded, a small rate would be none. */
    private String exact() {
        return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }

    @Override
    public String toString() {
        return switch (mode) {
            case AUTO -> "auto";
            case ROWS -> exact() + "/s";
            case SHARE -> exact() + "x";
        };
    }
}
