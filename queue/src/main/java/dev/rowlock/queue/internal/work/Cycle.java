package dev.rowlock.queue.internal.work;

import dev.rowlock.mysql.CommitVerdict;
import dev.rowlock.mysql.Isolation;
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
 * of its rows, since a transaction commits all of them or none: also by a figure, which must not be added twice.
 */
final class Cycle {
    /**
     * What one cycle did.
     *
     * @param ready where jobs stand that its results made ready
     * @param counted what one of the figures came to, as only this transaction can have made it; 0 when it is not needed to tell whether it was committed
     */
    record Result(
            Settling.Verdicts verdicts,
            List<Place> ready,
            Claiming.Claim claim,
            long counted,
            long sentAt,
            long claimNanos) {}

    private final int queue;
    private final Transactions transactions;
    private final Settling settling;
    private final Tied tied;
    private final Claiming claiming;
    private final Counts counts;
    private final LongSupplier ticker;

    Cycle(Plan plan, Transactions transactions, Settling settling, Counts counts, LongSupplier ticker) {
        this.queue = plan.number();
        this.transactions = transactions;
        this.settling = settling;
        this.tied = new Tied(plan.number());
        this.claiming = new Claiming(plan.number(), plan.leaseMicros(), settling);
        this.counts = counts;
        this.ticker = ticker;
    }

    /**
     * Runs it.
     *
     * @param start where to claim; {@code null} for no claim
     */
    Result run(List<Held> results, Cursor.@Nullable Start start, int limit, Figures figures) {
        Result result;
        try {
            result = inTransaction(results, start, limit, figures, settling::quickly);
        } catch (Settling.NotAllStood e) {
            result = inTransaction(results, start, limit, figures, settling::exactly);
        }
        counts.written(figures, ticker.getAsLong());
        return result;
    }

    private interface Way {
        Settling.Verdicts settle(Connection connection, List<Held> results) throws SQLException;
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
                    long counted = claim.taken().isEmpty() ? counted(connection, figures.endings()) : 0;
                    return new Result(verdicts, ready, claim, counted, sentAt, claimNanos);
                },
                (connection, result) -> readBack(connection, result, figures.endings()));
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

    /** What the first figure has come to; its row is locked. 0 without figures. */
    private long counted(Connection connection, Map<Ending, Long> figures) throws SQLException {
        for (Ending ending : figures.keySet()) {
            List<Long> jobs = new Call(connection, CycleStatements.COUNTER_READ)
                    .with(queue)
                    .with(ending.code())
                    .with(counts.slot())
                    .query(row -> row.getLong(1));
            return jobs.isEmpty() ? 0 : jobs.get(0);
        }
        return 0;
    }

    private CommitVerdict readBack(Connection connection, Result result, Map<Ending, Long> figures)
            throws SQLException {
        if (!result.claim().taken().isEmpty()) {
            LeasedJob job = result.claim().taken().get(0);
            return token(connection, job).contains(job.token()) ? CommitVerdict.COMMITTED : CommitVerdict.NOT_COMMITTED;
        }
        if (result.counted() > 0) {
            // It grows only, and whoever shares the slot does so about once a second.
            return counted(connection, figures) >= result.counted()
                    ? CommitVerdict.COMMITTED
                    : CommitVerdict.NOT_COMMITTED;
        }
        if (!result.claim().buried().isEmpty()) {
            return token(connection, result.claim().buried().get(0)).isEmpty()
                    ? CommitVerdict.COMMITTED
                    : CommitVerdict.NOT_COMMITTED;
        }
        List<Held> written = result.verdicts().written();
        if (written.isEmpty()) {
            return CommitVerdict.NOT_COMMITTED; // nothing that could happen twice
        }
        Optional<Held> telling = written.stream()
                .filter(held -> Settling.ruling(held).kind() != Ruling.Kind.RELEASED)
                .findFirst();
        if (telling.isEmpty()) {
            return CommitVerdict.COMMITTED; // given back or still ours: it is claimed again either way
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
