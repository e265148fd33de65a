package dev.rowlock.queue.internal.schedule;

import dev.rowlock.queue.schedule.CatchUp;
import dev.rowlock.queue.schedule.Timing;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * What a schedule that is due has to do. Decided from the row and the database's time only.
 *
 * @param firings for each of which a job is enqueued, the earliest first
 * @param next the firing after now
 */
record Moves(List<Instant> firings, Optional<Instant> next) {
    /** A firing no later than this was not missed, whatever the catch-up policy is. */
    static final Duration ON_TIME = Duration.ofMinutes(1);

    static Moves of(Timing timing, CatchUp catchUp, Instant due, Instant now) {
        return timing.fold(
                cron -> cron(Times.of(cron), catchUp, due, now),
                every -> every(every.period(), catchUp, due, now),
                // How long ago a job ended is no reason for more than one.
                afterEnd -> new Moves(List.of(due), Optional.empty()));
    }

    /** The next firing of a schedule that was stopped, as if those meanwhile had never been. */
    static Optional<Instant> resumed(Timing timing, Instant due, Instant now) {
        return timing.fold(
                cron -> Times.of(cron).after(now),
                every -> Optional.of(
                        due.isAfter(now)
                                ? due
                                : latest(every.period(), due, now).plus(every.period())),
                afterEnd -> Optional.of(due.isAfter(now) ? due : now));
    }

    private static Moves every(Duration period, CatchUp catchUp, Instant due, Instant now) {
        Instant latest = latest(period, due, now);
        Deque<Instant> firings = new ArrayDeque<>();
        for (Instant at = latest; !at.isBefore(due) && firings.size() < wanted(catchUp); at = at.minus(period)) {
            firings.addFirst(at);
        }
        return new Moves(kept(firings, catchUp, now), Optional.of(latest.plus(period)));
    }

    private static Instant latest(Duration period, Instant due, Instant now) {
        return due.plus(period.multipliedBy(Duration.between(due, now).dividedBy(period)));
    }

    /** Looks back from now, further and further, so that a year's absence costs no more than what is wanted of it. */
    private static Moves cron(Times times, CatchUp catchUp, Instant due, Instant now) {
        Optional<Instant> next = times.after(now);
        Duration apart = next.flatMap(first -> times.after(first).map(second -> Duration.between(first, second)))
                .orElse(Duration.ofDays(1));
        Duration back = apart.multipliedBy(wanted(catchUp) + 1L);
        Deque<Instant> firings = latest(times, catchUp, due, now, back);
        while (firings.size() < wanted(catchUp) && now.minus(back).isAfter(due)) {
            back = back.multipliedBy(4);
            firings = latest(times, catchUp, due, now, back);
        }
        return new Moves(kept(firings, catchUp, now), next);
    }

    private static Deque<Instant> latest(Times times, CatchUp catchUp, Instant due, Instant now, Duration back) {
        Instant from = now.minus(back);
        Deque<Instant> firings = new ArrayDeque<>();
        Optional<Instant> next = from.isAfter(due) ? times.after(from) : Optional.of(due);
        while (next.isPresent() && !next.get().isAfter(now)) {
            firings.addLast(next.get());
            if (firings.size() > wanted(catchUp)) {
                firings.removeFirst();
            }
            next = times.after(next.get());
        }
        return firings;
    }

    private static int wanted(CatchUp catchUp) {
        return Math.max(1, catchUp.limit());
    }

    private static List<Instant> kept(Deque<Instant> firings, CatchUp catchUp, Instant now) {
        return catchUp.limit() > 0
                ? List.copyOf(firings)
                : firings.stream()
                        .filter(firing -> !firing.plus(ON_TIME).isBefore(now))
                        .toList();
    }
}
