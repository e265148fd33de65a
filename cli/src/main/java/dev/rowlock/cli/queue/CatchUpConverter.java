package dev.rowlock.cli.queue;

import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.queue.schedule.CatchUp;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code none}, {@code latest}, or how many missed firings are made up for. */
final class CatchUpConverter implements ITypeConverter<CatchUp> {
    @Override
    public CatchUp convert(String text) {
        String word = text.strip().toLowerCase(Locale.ROOT);
        try {
            return switch (word) {
                case "none" -> CatchUp.none();
                case "latest" -> CatchUp.latest();
                default -> CatchUp.upTo(Integer.parseInt(word));
            };
        } catch (NumberFormatException | ConfigurationException e) {
            throw new TypeConversionException(
                    "'" + text + "' is not what to do with missed firings; write none, latest or a number up to 1000");
        }
    }

    /** The other way round. */
    static String text(CatchUp policy) {
        if (policy.equals(CatchUp.none())) {
            return "none";
        }
        return policy.equals(CatchUp.latest()) ? "latest" : String.valueOf(policy.limit());
    }
}
