package dev.rowlock.cli;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code 500ms}, {@code 60s}, {@code 5m}, {@code 2h}, {@code 1d}, ISO 8601, or a number of seconds. */
public final class DurationConverter implements ITypeConverter<Duration> {
    private static final Pattern SHORT = Pattern.compile("(\\d{1,12})\\s*(ms|s|m|min|h|d|)");

    @Override
    public Duration convert(String text) {
        return parse(text);
    }

    public static Duration parse(String text) {
        Matcher matcher = SHORT.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (matcher.matches()) {
            long number = Long.parseLong(matcher.group(1));
            return switch (matcher.group(2)) {
                case "ms" -> Duration.ofMillis(number);
                case "m", "min" -> Duration.ofMinutes(number);
                case "h" -> Duration.ofHours(number);
                case "d" -> Duration.ofDays(number);
                default -> Duration.ofSeconds(number);
            };
        }
        try {
            return Duration.parse(text.strip());
        } catch (DateTimeParseException e) {
            throw new TypeConversionException("'" + text + "' is not a duration; write 500ms, 60s, 5m or 2h");
        }
    }
}
