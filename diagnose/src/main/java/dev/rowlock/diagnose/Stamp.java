package dev.rowlock.diagnose;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import org.jspecify.annotations.Nullable;

/**
 * When the server says it happened.
 *
 * @param time by the server's clock
 * @param offset the zone printed; null where none is printed and the time is the server's local time
 */
public record Stamp(LocalDateTime time, @Nullable ZoneOffset offset) {
    private static final DateTimeFormatter TO_THE_SECOND = new DateTimeFormatterBuilder()
            .appendPattern("uuuu-MM-dd'T'HH:mm:ss")
            .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
            .toFormatter();

    /** ISO 8601, with the zone only if the server printed one: {@code 2026-11-30T07:23:58}. */
    public String text() {
        return TO_THE_SECOND.format(time) + (offset == null ? "" : offset.getId());
    }

    @Override
    public String toString() {
        return text();
    }
}
