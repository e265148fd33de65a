package dev.rowlock.queue.internal.schedule;

import dev.rowlock.mysql.ConfigurationException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.Optional;

/**
 * The firings of a cron expression in a time zone. The expression itself is matched on a calendar without jumps; what becomes of an hour that is skipped
 * or comes twice is decided here, because libraries decide it in different ways and change their minds (decision 25). Thread-safe.
 */
public final class CronTimes implements Times {
    private static final LocalDateTime ANY_TIME = LocalDateTime.of(2000, 1, 1, 0, 0);

    private final CronExpression expression;
    private final ZoneRules rules;

    private CronTimes(CronExpression expression, ZoneRules rules) {
        this.expression = expression;
        this.rules = rules;
    }

    public static CronTimes of(String expression, ZoneId zone) {
        return new CronTimes(CronExpression.parse(expression), zone.getRules());
    }

    /** Refuses what is no cron expression, and what never fires. */
    public static void check(String expression, ZoneId zone) {
        if (CronExpression.parse(expression).after(ANY_TIME).isEmpty()) {
            throw new ConfigurationException("the cron expression '" + expression + "' never fires in " + zone);
        }
    }

    @Override
    public Optional<Instant> after(Instant time) {
        return expression.goesByTheClock() ? byTheClock(time) : byTheCalendar(time);
    }

    /** Between two changes the local clock runs evenly; after a change it is read anew. */
    private Optional<Instant> byTheClock(Instant time) {
        Instant from = time;
        ZoneOffset offset = rules.getOffset(time);
        Optional<LocalDateTime> next =
                expression.after(LocalDateTime.ofEpochSecond(time.getEpochSecond(), time.getNano(), offset));
        while (next.isPresent()) {
            Instant instant = next.get().toInstant(offset);
            ZoneOffsetTransition change = rules.nextTransition(from);
            if (change == null || instant.isBefore(change.getInstant())) {
                return Optional.of(instant);
            }
            from = change.getInstant();
            offset = change.getOffsetAfter();
            next = expression.after(change.getDateTimeAfter().minusNanos(1));
        }
        return Optional.empty();
    }

    private Optional<Instant> byTheCalendar(Instant time) {
        Optional<LocalDateTime> next = expression.after(
                LocalDateTime.ofEpochSecond(time.getEpochSecond(), time.getNano(), rules.getOffset(time)));
        while (next.isPresent()) {
            Instant instant = onceOnly(next.get());
            if (instant.isAfter(time)) {
                return Optional.of(instant);
            }
            next = expression.after(next.get());
        }
        return Optional.empty();
    }

    /** A time that is skipped is when the clock has jumped; of one that comes twice it is the first. */
    private Instant onceOnly(LocalDateTime local) {
        ZoneOffsetTransition change = rules.getTransition(local);
        if (change == null) {
            return local.toInstant(rules.getOffset(local));
        }
        return change.isGap() ? change.getInstant() : local.toInstant(change.getOffsetBefore());
    }
}
