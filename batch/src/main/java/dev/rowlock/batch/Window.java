package dev.rowlock.batch;

import dev.rowlock.mysql.ConfigurationException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The hours of a day in which a batch may work (C11), possibly over midnight. On a day whose clock changes, an hour that is skipped
 * is lost and one that comes twice counts twice. Immutable.
 *
 * @param from when it opens
 * @param to when it closes; equal to {@code from} means all day
 * @param zone where these clock times hold
 * @param atEnd what to do when it closes before the work is done
 */
public record Window(LocalTime from, LocalTime to, ZoneId zone, AtEnd atEnd) {
    private static final Pattern FORM = Pattern.compile("(\\d{1,2}:\\d{2})\\s*-\\s*(\\d{1,2}:\\d{2})(?:\\s+(\\S+))?");

    /** What to do when the window closes before the work is done. */
    public enum AtEnd {
        /** Wait for the window to open again. */
        WAIT,
        /** End, resumable. */
        STOP,
        /** Go on at the same pace. */
        FINISH
    }

    /** Reads {@code 02:00-04:00} or {@code 22:00-05:30 Europe/Berlin}; without a zone, UTC. */
    public static Window parse(String text, AtEnd atEnd) {
        Matcher matcher = FORM.matcher(text.strip());
        try {
            if (matcher.matches()) {
                ZoneId zone = ZoneId.of(matcher.group(3) == null ? "UTC" : matcher.group(3));
                return new Window(time(matcher.group(1)), time(matcher.group(2)), zone, atEnd);
            }
        } catch (DateTimeParseException e) {
            throw unreadable(text, e);
        } catch (java.time.DateTimeException e) {
            throw unreadable(text, e);
        }
        throw unreadable(text, null);
    }

    private static ConfigurationException unreadable(String text, @org.jspecify.annotations.Nullable Exception cause) {
        String message = "cannot read the window " + text + ": write 02:00-04:00 or 22:00-05:30 Europe/Berlin";
        return cause == null ? new ConfigurationException(message) : new ConfigurationException(message, cause);
    }

    private static LocalTime time(String text) {
        return LocalTime.parse(text.length() == 4 ? "0" + text : text);
    }

    public boolean isOpen(Instant now) {
        LocalTime time = now.atZone(zone).toLocalTime();
        if (from.equals(to)) {
            return true;
        }
        return from.isBefore(to)
                ? !time.isBefore(from) && time.isBefore(to)
                : !time.isBefore(from) || time.isBefore(to);
    }

    /** How long until it closes, zero when it is closed. */
    public Duration left(Instant now) {
        return isOpen(now) ? until(now, to) : Duration.ZERO;
    }

    /** How long until it opens, zero when it is open. */
    public Duration untilOpen(Instant now) {
        return isOpen(now) ? Duration.ZERO : until(now, from);
    }

    private Duration until(Instant now, LocalTime time) {
        ZonedDateTime here = now.atZone(zone);
        ZonedDateTime then = here.toLocalDate().atTime(time).atZone(zone);
        return Duration.between(
                here,
                then.isAfter(here)
                        ? then
                        : here.toLocalDate().plusDays(1).atTime(time).atZone(zone));
    }

    /** As it is read. */
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%s-%s %s", from, to, zone);
    }
}
