package dev.rowlock.queue.internal.schedule;

import com.cronutils.model.Cron;
import com.cronutils.model.definition.CronDefinition;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;
import dev.rowlock.mysql.ConfigurationException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Optional;

/**
 * A cron expression on a calendar without jumps, matched by cron-utils. Five fields (minute, hour, day of month, month, day of week), or six with seconds in
 * front; when both days are restricted, either of them will do. Thread-safe.
 */
final class CronExpression {
    private static final CronParser MINUTES = new CronParser(definition(CronDefinitionBuilder.defineCron()));
    private static final CronParser SECONDS = new CronParser(definition(
            CronDefinitionBuilder.defineCron().withSeconds().withStrictRange().and()));

    private final ExecutionTime times;
    private final boolean byTheClock;

    private CronExpression(ExecutionTime times, boolean byTheClock) {
        this.times = times;
        this.byTheClock = byTheClock;
    }

    private static CronDefinition definition(CronDefinitionBuilder begun) {
        return begun.withMinutes()
                .withStrictRange()
                .and()
                .withHours()
                .withStrictRange()
                .and()
                .withDayOfMonth()
                .supportsL()
                .supportsW()
                .supportsLW()
                .withStrictRange()
                .and()
                .withMonth()
                .withStrictRange()
                .and()
                .withDayOfWeek()
                .withValidRange(0, 7)
                .withMondayDoWValue(1)
                .withIntMapping(7, 0)
                .supportsHash()
                .supportsL()
                .withStrictRange()
                .and()
                .instance();
    }

    static CronExpression parse(String expression) {
        String[] fields = expression.strip().split("\\s+", -1);
        if (fields.length != 5 && fields.length != 6) {
            throw new ConfigurationException(
                    "a cron expression has five fields (minute hour day month weekday), or six with seconds in front, not "
                            + fields.length + ": '" + expression + "'");
        }
        int minute = fields.length - 5;
        try {
            Cron cron = (minute == 0 ? MINUTES : SECONDS).parse(String.join(" ", fields));
            return new CronExpression(
                    ExecutionTime.forCron(cron), fields[minute].startsWith("*") || fields[minute + 1].startsWith("*"));
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException("not a cron expression: '" + expression + "': " + e.getMessage(), e);
        }
    }

    /** Whether minute or hour begin with {@code *}: such jobs are meant to run at intervals, the others at times of the day. */
    boolean goesByTheClock() {
        return byTheClock;
    }

    Optional<LocalDateTime> after(LocalDateTime time) {
        return times.nextExecution(time.atZone(ZoneOffset.UTC)).map(next -> next.toLocalDateTime());
    }
}
