package dev.rowlock.queue.internal.schedule;

import dev.rowlock.mysql.CommitVerdict;
import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.ReadBack;
import dev.rowlock.mysql.StoreException;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.EnqueueOutcome;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.NewJob;
import dev.rowlock.queue.internal.FoundJob;
import dev.rowlock.queue.internal.Seating;
import dev.rowlock.queue.internal.sql.ScheduleStatements;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fires schedules that are due: enqueues their jobs in the transaction that moves them on, each schedule in one of its own. So a firing is one job, whatever
 * dies when, also when two processes both believe that they keep house: the row's lock lets one through, and the other finds it moved. Used by one
 * thread.
 */
public final class Firing {
    private static final Logger log = LoggerFactory.getLogger(Firing.class);

    private static final int MOST = 100;
    private static final Duration SHORTEST_LOOK = Duration.ofSeconds(1);
    private static final Duration LONGEST_LOOK = Duration.ofSeconds(10);

    private final Transactions transactions;
    private final Enqueuing enqueuing;
    private final Set<String> failing = new HashSet<>();

    public Firing(Transactions transactions, LongSupplier ticker) {
        this.transactions = transactions;
        this.enqueuing = new Enqueuing(transactions, ticker);
    }

    /**
     * What was done.
     *
     * @param jobs enqueued
     * @param fails whether some could not be fired by this process, so that it need not try again at once
     * @param untilNext until the next schedule is due; not positive when one is due still
     */
    public record Result(int jobs, boolean fails, Optional<Duration> untilNext) {}

    /** Fires what is due. */
    public Result fire() {
        List<String> due;
        boolean fails = false;
        int jobs = 0;
        do {
            due = due();
            for (String name : due) {
                OptionalInt fired = fire(name);
                fails |= fired.isEmpty();
                jobs += fired.orElse(0);
            }
        } while (due.size() == MOST && !fails);
        return new Result(jobs, fails, untilNext());
    }

    private Optional<Duration> untilNext() {
        return transactions.inTransaction(
                Isolation.READ_COMMITTED,
                connection -> new Call(connection, ScheduleStatements.SCHEDULE_NEXT)
                        .query(row -> Duration.of(row.getLong(1), ChronoUnit.MICROS)).stream()
                                .findFirst(),
                ReadBack.nothingWritten());
    }

    private List<String> due() {
        return transactions.inTransaction(
                Isolation.READ_COMMITTED,
                connection -> new Call(connection, ScheduleStatements.SCHEDULE_DUE)
                        .with(MOST)
                        .query(row -> Objects.requireNonNull(row.getString(1))),
                ReadBack.nothingWritten());
    }

    /** A schedule that cannot be read here, for example for want of its time zone, does not keep the others from firing. */
    private OptionalInt fire(String name) {
        try {
            int fired = transactions.inTransaction(
                    Isolation.READ_COMMITTED,
                    connection -> fire(connection, name),
                    (connection, jobs) -> readBack(connection, name));
            log.debug("schedule fired schedule=\"{}\" jobs={}", name, fired);
            failing.remove(name);
            return OptionalInt.of(fired);
        } catch (StoreException e) {
            throw e;
        } catch (RuntimeException e) {
            if (failing.add(name)) {
                log.warn("schedule cannot be fired, trying on schedule=\"{}\" reason=\"{}\"", name, e.toString());
            }
            return OptionalInt.empty();
        }
    }

    /** Whatever was done about a schedule has moved it on; the lost session is waited for first. */
    private static CommitVerdict readBack(Connection connection, String name) throws SQLException {
        return isThere(connection, ScheduleStatements.SCHEDULE_LOCK, name)
                        && isThere(connection, ScheduleStatements.SCHEDULE_LOCK_DUE, name)
                ? CommitVerdict.NOT_COMMITTED
                : CommitVerdict.COMMITTED;
    }

    private static boolean isThere(Connection connection, String statement, String name) throws SQLException {
        return !new Call(connection, statement)
                .with(name)
                .query(row -> row.getInt(1))
                .isEmpty();
    }

    private int fire(Connection connection, String name) throws SQLException {
        if (!isThere(connection, ScheduleStatements.SCHEDULE_LOCK_DUE, name)) {
            return 0;
        }
        ScheduleRow row = ScheduleRow.find(connection, name).orElseThrow();
        return row.waitsFor().isPresent()
                ? lookAfter(connection, row, row.waitsFor().get())
                : fire(connection, row);
    }

    private int fire(Connection connection, ScheduleRow row) throws SQLException {
        Instant due = row.nextAt().orElseThrow();
        Moves moves = Moves.of(row.definition().readTiming(), row.definition().readCatchUp(), due, row.now());
        if (moves.firings().isEmpty()) {
            return move(connection, row, moves.next(), Optional.empty());
        }
        List<NewJob> jobs = new ArrayList<>();
        for (Instant firing : moves.firings()) {
            jobs.add(row.definition().job(row.name(), firing));
        }
        List<EnqueueOutcome> outcomes = enqueuing.of(row).enqueue(connection, jobs, Seating.none());
        JobId last = outcomes.get(outcomes.size() - 1).id();
        boolean waits = row.definition().waitsForItsJob();
        Optional<Instant> next = waits ? Optional.of(row.now().plus(SHORTEST_LOOK)) : moves.next();
        new Call(connection, ScheduleStatements.SCHEDULE_FIRED)
                .with(ScheduleRow.micros(next))
                .with(waits ? last.bytes() : null)
                .with(ScheduleRow.micros(Optional.of(moves.firings().get(jobs.size() - 1))))
                .with(last.bytes())
                .with(jobs.size())
                .with(row.name())
                .update();
        return jobs.size();
    }

    /** A job that runs for long is looked after less and less often. */
    private static int lookAfter(Connection connection, ScheduleRow row, JobId job) throws SQLException {
        if (isOpen(connection, job)) {
            Duration runs = Duration.between(row.lastAt().orElse(row.now()), row.now());
            Duration pause = runs.dividedBy(10);
            pause = pause.compareTo(SHORTEST_LOOK) < 0 ? SHORTEST_LOOK : pause;
            pause = pause.compareTo(LONGEST_LOOK) > 0 ? LONGEST_LOOK : pause;
            return move(connection, row, Optional.of(row.now().plus(pause)), row.waitsFor());
        }
        Instant end = end(connection, job).orElse(row.now());
        return move(connection, row, row.definition().readTiming().next(end), Optional.empty());
    }

    private static boolean isOpen(Connection connection, JobId job) throws SQLException {
        return FoundJob.find(connection, job)
                .map(found -> switch (found.status().state()) {
                    case READY, RUNNING, DELAYED, BLOCKED, QUARANTINED -> true;
                    case DEAD, DONE, CANCELLED, DISCARDED -> false;
                })
                .orElse(false);
    }

    private static Optional<Instant> end(Connection connection, JobId job) throws SQLException {
        return new Call(connection, ScheduleStatements.JOB_END)
                        .with(job.bytes())
                        .with(job.bytes())
                        .query(row -> Instant.EPOCH.plus(row.getLong(1), ChronoUnit.MICROS))
                        .stream()
                        .findFirst();
    }

    private static int move(Connection connection, ScheduleRow row, Optional<Instant> next, Optional<JobId> waitsFor)
            throws SQLException {
        new Call(connection, ScheduleStatements.SCHEDULE_MOVE)
                .with(ScheduleRow.micros(next))
                .with(waitsFor.map(JobId::bytes).orElse(null))
                .with(row.name())
                .update();
        return 0;
    }
}
