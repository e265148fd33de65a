package dev.rowlock.cli;

import java.time.Duration;
import picocli.CommandLine.ITypeConverter;

/**
 * A first and a longest pause, written {@code 20ms..1s}; one duration alone is both. Immutable.
 *
 * @param first the first pause
 * @param longest the longest pause
 */
public record DurationRange(Duration first, Duration longest) {
    /** Reads it. */
    public static final class Converter implements ITypeConverter<DurationRange> {
        @Override
        public DurationRange convert(String text) {
            return parse(text);
        }
    }

    public static DurationRange parse(String text) {
        int dots = text.indexOf("..");
        Duration first = DurationConverter.parse(dots < 0 ? text : text.substring(0, dots));
        return new DurationRange(first, dots < 0 ? first : DurationConverter.parse(text.substring(dots + 2)));
    }
}
