package dev.rowlock.queue.internal.work;

import dev.rowlock.mysql.CommitVerdict;
import dev.rowlock.mysql.Failure;
import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.ReadBack;
import dev.rowlock.mysql.StoreException;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.Ending;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.internal.Rows;
import dev.rowlock.queue.internal.line.Place;
import dev.rowlock.queue.internal.quarantine.Answers;
import dev.rowlock.queue.internal.sql.CycleStatements;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One transaction of a worker: writes the results of the last batch and claims the next. A COMMIT whose answer was lost is read back by any one
 * of its rows that tells, since a transaction commits all of them or none; where figures go with it, which must not be added twice, by its {@link Mark}. Used by one thread.
 */
final class Cycle {
    /**
     * What one cycle did.
     *
     * @param ready where jobs stand that its results made ready
     * @param mark by which it is told whether it was committed; {@link Mark#NONE} where its rows tell
     */
    record Result(
            Settling.Verdicts verdicts,
            List<Place> ready,
            Claiming.Claim claim,
            long mark,
            long sentAt,
            long claimNanos) {}

    private final int queue;
    private final Transactions transactions;
    private final Settling settling;
    private final Tied tied;
    private final Claiming claiming;
    private final Counts counts;
    private final LongSupplier ticker;
    private final long leaseNanos;
    private final Mark mark = new Mark();
    private Doubt doubt = Doubt.NONE;

    /** Figures that may have been written, since nobody could be asked whether their COMMIT happened. */
    private record Doubt(Figures figures, long mark) {
        static final Doubt NONE = new Doubt(Figures.NONE, Mark.NONE);
    }

    Cycle(Plan plan, Transactions transactions, Settling settling, Counts counts, LongSupplier ticker) {
        this.queue = plan.number();
        this.transactions = transactions;
        this.settling = settling;
        this.tied = new Tied(plan.number());
        this.claiming = new Claiming(plan.number(), plan.leaseMicros(), settling);
        this.counts = counts;
        this.ticker = ticker;
        this.leaseNanos = plan.lease().toNanos();
    }

    /**
     * Runs it.
     *
     * @param start where to claim; {@code null} for no claim
     */
    Result run(List<Held> results, Cursor.@Nullable Start start, int limit, Figures due) {
        Figures figures = due.without(found());
        try {
            Result result = inTransaction(results, start, limit, figures);
            counts.written(figures, ticker.getAsLong());
            return result;
        } catch (StoreException e) {
            if (e.failure() == Failure.COMMIT_UNKNOWN && !figures.isEmpty()) {
                doubt = new Doubt(figures, mark.last());
            }
            throw e;
        }
    }

    /** Asks what became of figures in doubt; those that turn out to be written. */
    private Figures found() {
        Doubt open = doubt;
        if (open.mark() == Mark.NONE) {
            return Figures.NONE;
        }
        boolean written = transactions.inTransaction(
                Isolation.READ_COMMITTED,
                connection -> mark.stands(connection, open.mark()),
                ReadBack.nothingWritten());
        doubt = Doubt.NONE;
        if (!written) {
            return Figures.NONE;
        }
        counts.written(open.figures(), ticker.getAsLong());
        return open.figures();
    }

    private interface Way {
        Settling.Verdicts settle(Connection connection, List<Held> results) throws SQLException;
    }

    private Result inTransaction(List<Held> results, Cursor.@Nullable Start start, int limit, Figures figures) {
        try {
            return inTransaction(results, start, limit, figures, settling::quickly);
        } catch (Settling.NotAllStood e) {
            return inTransaction(results, start, limit, figures, settling::exactly);
        }
    }

    private Result inTransaction(
            List<Held> results, Cursor.@Nullable Start start, int limit, Figures figures, Way way) {
        return transactions.inTransaction(
                Isolation.READ_COMMITTED,
                connection -> {
                    Settling.Verdicts verdicts = settle(connection, results, way);
                    List<Place> ready = tied.released(connection, verdicts.written());
                    Reports.write(connection, Reports.of(results));
                    add(connection, figures);
                    long sentAt = ticker.getAsLong();
                    Claiming.Claim claim = start == null
                            ? Claiming.Claim.NONE
                            : claiming.claim(connection, start.lanes(), points(start, ready), limit);
                    long claimNanos = ticker.getAsLong() - sentAt;
                    boolean tells = figures.isEmpty() && claim.buried().isEmpty();
                    return new Result(
                            verdicts, ready, claim, tells ? Mark.NONE : mark.put(connection), sentAt, claimNanos);
                },
                this::readBack);
    }

    /** What somebody has locked that a job has to give back keeps that job's result for later, like the job's own row. */
    private Settling.Verdicts settle(Connection connection, List<Held> results, Way way) throws SQLException {
        Set<JobId> busy = tied.lock(connection, results);
        if (busy.isEmpty()) {
            return way.settle(connection, results);
        }
        List<Held> kept =
                results.stream().filter(held -> busy.contains(held.job.id())).toList();
        Settling.Verdicts verdicts = way.settle(
                connection,
                results.stream().filter(held -> !busy.contains(held.job.id())).toList());
        return new Settling.Verdicts(
                verdicts.written(),
                verdicts.lost(),
                Stream.concat(verdicts.kept().stream(), kept.stream()).toList());
    }

    private static List<Place> points(Cursor.Start start, List<Place> ready) {
        return Stream.concat(start.points().stream(), ready.stream())
                .limit(Rows.MOST_NAMES)
                .toList();
    }

    private void add(Connection connection, Figures figures) throws SQLException {
        for (Map.Entry<Ending, Long> figure : figures.endings().entrySet()) {
            new Call(connection, CycleStatements.COUNTER_ADD)
                    .with(queue)
                    .with(figure.getKey().code())
                    .with(counts.slot())
                    .with(figure.getValue())
                    .with(figure.getValue())
                    .update();
        }
        Answers.add(connection, counts.slot(), figures.answers());
    }

    private CommitVerdict readBack(Connection connection, Result result) throws SQLException {
        if (result.mark() != Mark.NONE) {
            return mark.stands(connection, result.mark()) ? CommitVerdict.COMMITTED : CommitVerdict.NOT_COMMITTED;
        }
        List<LeasedJob> taken = result.claim().taken();
        if (!taken.isEmpty()) {
            LeasedJob job = taken.get(0);
            if (token(connection, job).contains(job.token())) {
                return CommitVerdict.COMMITTED;
            }
            if (ticker.getAsLong() - (result.sentAt() + leaseNanos) < 0) {
                return CommitVerdict.NOT_COMMITTED;
            }
            // Its lease may have ended meanwhile, and somebody else have claimed it.
        }
        List<Held> written = result.verdicts().written();
        if (written.isEmpty()) {
            return CommitVerdict.NOT_COMMITTED; // nothing that could happen twice
        }
        Optional<Held> telling = written.stream()
                .filter(held -> Settling.ruling(held).kind() != Ruling.Kind.RELEASED)
                .findFirst();
        if (telling.isEmpty()) {
            // Given back or still ours: it is claimed again either way.
            return taken.isEmpty() ? CommitVerdict.COMMITTED : CommitVerdict.NOT_COMMITTED;
        }
        Held held = telling.get();
        if (token(connection, held.job).contains(held.job.token())) {
            return CommitVerdict.NOT_COMMITTED;
        }
        // While the lease surely stood, nobody else can have taken the row away.
        return ticker.getAsLong() - held.deadline < 0 ? CommitVerdict.COMMITTED : CommitVerdict.UNKNOWN;
    }

    private List<Long> token(Connection connection, LeasedJob job) throws SQLException {
        return new Call(connection, CycleStatements.JOB_READ_BACK)
                .with(queue)
                .with(job.priority())
                .with(job.id().bytes())
                .query(row -> row.getLong(1));
    }
}
