package dev.rowlock.queue.schedule;

import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.queue.internal.schedule.CronTimes;
import dev.rowlock.queue.internal.schedule.Times;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** When a schedule fires. Immutable; two that say the same are equal. */
public sealed interface Timing {
    /**
     * At the times of a cron expression in a time zone.
     *
     * @param expression five fields (minute, hour, day of month, month, day of week), or six with seconds in front
     * @throws ConfigurationException when it is no cron expression, or never fires
     */
    static Timing cron(String expression, ZoneId zone) {
        return new Cron(expression, zone);
    }

    /** Again and again after this time, however long jobs take: one second to ten years. */
    static Timing every(Duration period) {
        return new Every(period);
    }

    /** So long after the last job has ended, however it ended: one second to ten years. Its jobs never overlap. */
    static Timing afterEnd(Duration pause) {
        return new AfterEnd(pause);
    }

    <R> R fold(
            Function<? super Cron, ? extends R> cron,
            Function<? super Every, ? extends R> every,
            Function<? super AfterEnd, ? extends R> afterEnd);

    /** The first firing after this time; of {@link AfterEnd} if a job ended then. */
    default Optional<Instant> next(Instant after) {
        return Times.of(this).after(after);
    }

    /** The first so many firings after this time, fewer if there are no more; of {@link AfterEnd} as if jobs took no time. */
    default List<Instant> next(Instant after, int count) {
        Times times = Times.of(this);
        List<Instant> firings = new ArrayList<>();
        Optional<Instant> next = times.after(after);
        while (next.isPresent() && firings.size() < count) {
            firings.add(next.get());
            next = times.after(next.get());
        }
        return List.copyOf(firings);
    }

    /**
     * At the times of a cron expression. Where minute or hour begin with {@code *}, it goes by the clock: an hour that is skipped has no firings and
     * one that comes twice has them twice. Otherwise it goes by the calendar: a time that is skipped fires when the clock has jumped, and one that
     * comes twice fires the first time only.
     */
    record Cron(String expression, ZoneId zone) implements Timing {
        public Cron {
            CronTimes.check(expression, zone);
        }

        @Override
        public <R> R fold(
                Function<? super Cron, ? extends R> cron,
                Function<? super Every, ? extends R> every,
                Function<? super AfterEnd, ? extends R> afterEnd) {
            return cron.apply(this);
        }
    }

    /** At a fixed rate, counted from when the schedule was defined. */
    record Every(Duration period) implements Timing {
        public Every {
            Times.checkLength(period);
        }

        @Override
        public <R> R fold(
                Function<? super Cron, ? extends R> cron,
                Function<? super Every, ? extends R> every,
                Function<? super AfterEnd, ? extends R> afterEnd) {
            return every.apply(this);
        }
    }

    /** With a fixed delay. That a job has ended is noticed up to ten seconds later. */
    record AfterEnd(Duration pause) implements Timing {
        public AfterEnd {
            Times.checkLength(pause);
        }

        @Override
        public <R> R fold(
                Function<? super Cron, ? extends R> cron,
                Function<? super Every, ? extends R> every,
                Function<? super AfterEnd, ? extends R> afterEnd) {
            return afterEnd.apply(this);
        }
    }
}
