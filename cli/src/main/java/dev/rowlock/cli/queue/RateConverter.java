package dev.rowlock.cli.queue;

import dev.rowlock.cli.DurationConverter;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.queue.Rate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code 100/1m}: so many jobs in so much time. */
final class RateConverter implements ITypeConverter<Rate> {
    private static final Pattern RATE = Pattern.compile("(\\d{1,9})\\s*/\\s*(.+)");

    @Override
    public Rate convert(String text) {
        Matcher matcher = RATE.matcher(text.strip());
        if (!matcher.matches()) {
            throw new TypeConversionException("'" + text + "' is not a rate; write 100/1m or 5/1s");
        }
        try {
            return new Rate(Integer.parseInt(matcher.group(1)), DurationConverter.parse(matcher.group(2)));
        } catch (ConfigurationException e) {
            throw new TypeConversionException("'" + text + "': " + e.getMessage());
        }
    }
}
