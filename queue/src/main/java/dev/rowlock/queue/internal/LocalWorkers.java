package dev.rowlock.queue.internal;

import dev.rowlock.queue.NewJob;
import dev.rowlock.queue.internal.work.Crew;
import dev.rowlock.queue.internal.work.Seat;
import dev.rowlock.queue.internal.work.SeatedJob.PauseCheck;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;

/** The workers that this process runs on one queue. Thread-safe. */
public final class LocalWorkers {
    /** More at once is a batch, which is better claimed than started one by one. */
    private static final int MOST_SEATS = 10;

    private final Set<Crew> crews = new CopyOnWriteArraySet<>();

    public void add(Crew crew) {
        crews.add(crew);
    }

    public void remove(Crew crew) {
        crews.remove(crew);
    }

    /** They look for jobs at once. */
    public void wake() {
        crews.forEach(Crew::wake);
    }

    /** Free handlers for these jobs: for all that are to start at once, or for none. */
    public Seating seating(List<NewJob> jobs, PauseCheck pause) {
        Seating seating = new Seating(pause);
        List<NewJob> startable =
                jobs.stream().filter(LocalWorkers::mayStartAtOnce).toList();
        if (startable.isEmpty() || startable.size() > MOST_SEATS) {
            return seating;
        }
        for (Crew crew : crews) {
            List<Seat> seats = crew.seats(startable.stream().map(NewJob::kind).toList());
            if (!seats.isEmpty()) {
                seating.add(seats);
                return seating;
            }
        }
        return seating;
    }

    /** Jobs that are due, and that no limit or order holds back. */
    static boolean mayStartAtOnce(NewJob job) {
        return job.dueAt().isEmpty()
                && job.delay().isZero()
                && job.orderingKey().isEmpty()
                && job.concurrencyKey().isEmpty()
                && job.uniqueKey().isEmpty();
    }
}
