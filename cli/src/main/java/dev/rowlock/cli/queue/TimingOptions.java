package dev.rowlock.cli.queue;

import dev.rowlock.cli.DurationConverter;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.queue.schedule.Timing;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** When a schedule fires: by one of three. Filled by picocli. */
final class TimingOptions {
    @Option(
            names = "--cron",
            paramLabel = "EXPRESSION",
            description =
                    "at these times: minute, hour, day of month, month, day of week; with seconds in front if there are six")
    private @Nullable String cron;

    @Option(
            names = "--zone",
            paramLabel = "ZONE",
            converter = ZoneConverter.class,
            description = "of this time zone, such as Europe/Berlin; default: UTC")
    private @Nullable ZoneId zone;

    @Option(
            names = "--every",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "again and again after this time, however long jobs take")
    private @Nullable Duration every;

    @Option(
            names = "--after-end",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "so long after the last job has ended")
    private @Nullable Duration afterEnd;

    /** @throws ConfigurationException when there is not exactly one */
    Timing timing() {
        long given = Stream.of(cron, every, afterEnd).filter(Objects::nonNull).count();
        if (given != 1) {
            throw new ConfigurationException("a schedule has one timing, and "
                    + (given == 0 ? "none is" : "several are") + " given: --cron, --every or --after-end");
        }
        if (zone != null && cron == null) {
            throw new ConfigurationException("--zone is for --cron: other timings are the same in every time zone");
        }
        if (cron != null) {
            return Timing.cron(cron, zone == null ? ZoneId.of("UTC") : zone);
        }
        return every != null ? Timing.every(every) : Timing.afterEnd(Objects.requireNonNull(afterEnd));
    }
}
