package dev.rowlock.cli.queue;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code 2026-12-01T08:00:00Z} or the same with an offset. A time without either means something else on every machine and is refused. */
final class InstantConverter implements ITypeConverter<Instant> {
    @Override
    public Instant convert(String text) {
        try {
            return OffsetDateTime.parse(text.strip()).toInstant();
        } catch (DateTimeParseException e) {
            throw new TypeConversionException("'" + text
                    + "' is not a time with its zone; write 2026-12-01T08:00:00Z or 2026-12-01T08:00:00+01:00");
        }
    }
}
