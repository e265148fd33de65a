package dev.rowlock.cli.queue;

import dev.rowlock.cli.DurationConverter;
import dev.rowlock.queue.schedule.Timing;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** When a schedule fires: one of three. Filled by picocli. */
final class TimingOptions {
    /** By cron. */
    static final class Cron {
        @Option(
                names = "--cron",
                paramLabel = "EXPRESSION",
                required = true,
                description =
                        "at these times: minute, hour, day of month, month, day of week; with seconds in front if there are six")
        @SuppressWarnings("NullAway.Init") // set by picocli
        private String expression;

        @Option(
                names = "--zone",
                paramLabel = "ZONE",
                converter = ZoneConverter.class,
                description = "of this time zone, such as Europe/Berlin; default: UTC")
        private ZoneId zone = ZoneOffset.UTC;
    }

    @ArgGroup(exclusive = false)
    private @Nullable Cron cron;

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

    Timing timing() {
        if (cron != null) {
            return Timing.cron(cron.expression, zone(cron.zone));
        }
        return every != null ? Timing.every(every) : Timing.afterEnd(java.util.Objects.requireNonNull(afterEnd));
    }

    /** Under the name that people know it by. */
    private static ZoneId zone(ZoneId zone) {
        return zone.equals(ZoneOffset.UTC) ? ZoneId.of("UTC") : zone;
    }
}
