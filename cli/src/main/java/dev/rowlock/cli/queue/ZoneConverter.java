package dev.rowlock.cli.queue;

import java.time.DateTimeException;
import java.time.ZoneId;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a time zone by name. */
final class ZoneConverter implements ITypeConverter<ZoneId> {
    @Override
    public ZoneId convert(String text) {
        try {
            return ZoneId.of(text.strip());
        } catch (DateTimeException e) {
            throw new TypeConversionException("'" + text + "' is not a time zone; write Europe/Berlin, UTC or +02:00");
        }
    }
}
