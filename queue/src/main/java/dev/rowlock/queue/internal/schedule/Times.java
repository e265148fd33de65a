package dev.rowlock.queue.internal.schedule;

import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.queue.schedule.Timing;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** The firings of a timing, as a sequence. Thread-safe. */
@FunctionalInterface
public interface Times {
    Duration SHORTEST = Duration.ofSeconds(1);
    Duration LONGEST = Duration.ofDays(3_660);

    /** The first one after this time. */
    Optional<Instant> after(Instant time);

    static Times of(Timing timing) {
        return timing.<Times>fold(
                cron -> CronTimes.of(cron.expression(), cron.zone()),
                every -> time -> Optional.of(time.plus(every.period())),
                afterEnd -> time -> Optional.of(time.plus(afterEnd.pause())));
    }

    /** Refuses lengths that make no sense, and parts of a microsecond, which the tables do not keep. */
    static void checkLength(Duration length) {
        if (length.compareTo(SHORTEST) < 0
                || length.compareTo(LONGEST) > 0
                || !length.truncatedTo(ChronoUnit.MICROS).equals(length)) {
            throw new ConfigurationException(
                    "a schedule's period is one second to ten years, in whole microseconds, not " + length);
        }
    }
}
