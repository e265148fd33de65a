package dev.rowlock.queue;

import dev.rowlock.mysql.StoreException;
import dev.rowlock.queue.internal.Enqueuer;
import dev.rowlock.queue.internal.LocalWorkers;
import dev.rowlock.queue.internal.Seating;
import dev.rowlock.queue.internal.work.SeatedJob.PauseCheck;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Jobs that are enqueued in the caller's transaction and start in this process as soon as it has committed.
 *
 * <pre>{@code
 * try (Handover handover = mails.handover()) {
 *     handover.enqueue(connection, NewJob.of(mail, "order 7"));
 *     connection.commit();
 *     handover.committed();
 * }
 * }</pre>
 *
 * <p>While a worker of this process has a free handler and nothing waits, a job is inserted as leased to that worker already and is started by
 * {@link #committed()}, without a claim. Otherwise it is inserted as ready and the workers of this process are woken. What is not told committed within the
 * worker's lease is not started here: its lease ends, which counts an attempt as for a worker that died, and the next claim takes it.
 * Locks are those of {@link Queue#enqueue(Connection, NewJob)}.
 *
 * <p>For one transaction, used by its thread.
 */
public final class Handover implements AutoCloseable {
    private final Enqueuer enqueuer;
    private final LocalWorkers local;
    private final List<Seating> seatings = new ArrayList<>();

    Handover(Enqueuer enqueuer, LocalWorkers local) {
        this.enqueuer = enqueuer;
        this.local = local;
    }

    /** Enqueues in the caller's transaction, as {@link Queue#enqueue(Connection, NewJob)} does. */
    public EnqueueOutcome enqueue(Connection connection, NewJob job) {
        return enqueueAll(connection, List.of(job)).get(0);
    }

    /** The same for many; more than ten at once are a batch, which is claimed and not handed over. */
    public List<EnqueueOutcome> enqueueAll(Connection connection, List<NewJob> jobs) {
        Seating seating = local.seating(startable(jobs), PauseCheck.AT_START);
        seatings.add(seating);
        try {
            return enqueuer.enqueue(connection, jobs, seating);
        } catch (SQLException e) {
            throw StoreException.of(e);
        }
    }

    /** A job of one attempt would be given up without having run if the caller never came back: it is claimed. */
    private static List<NewJob> startable(List<NewJob> jobs) {
        return jobs.stream().anyMatch(job -> job.maxAttempts() == 1) ? List.of() : jobs;
    }

    /** The transaction has committed: starts what it enqueued. Call it once, right after the commit. */
    public void committed() {
        boolean claimable = false;
        for (Seating seating : seatings) {
            claimable |= seating.committed();
        }
        seatings.clear();
        if (claimable) {
            local.wake();
        }
    }

    /** The transaction was rolled back, or nobody knows what became of it; after {@link #committed()} it does nothing. */
    @Override
    public void close() {
        seatings.forEach(Seating::rolledBack);
        seatings.clear();
    }
}
