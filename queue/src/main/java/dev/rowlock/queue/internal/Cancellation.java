package dev.rowlock.queue.internal;

import dev.rowlock.mysql.CommitVerdict;
import dev.rowlock.mysql.Failure;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.CancelOutcome;
import dev.rowlock.queue.Ending;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.JobState;
import dev.rowlock.queue.internal.line.Place;
import dev.rowlock.queue.internal.line.Release;
import dev.rowlock.queue.internal.line.Ties;
import dev.rowlock.queue.internal.sql.CycleStatements;
import dev.rowlock.queue.internal.sql.JobStatements;
import dev.rowlock.queue.internal.sql.LineStatements;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Takes a job back that has not ended, in a transaction that is open: this one or none, without waiting (B1, B2). */
public final class Cancellation {
    private record Locked(String kind, int attempts, boolean leased, Ties ties) {}

    private Cancellation() {}

    public static CancelOutcome cancel(Connection connection, JobId id) throws SQLException {
        Optional<FoundJob> found = FoundJob.find(connection, id);
        if (found.isEmpty()) {
            return new CancelOutcome.NotThere();
        }
        FoundJob job = found.get();
        return switch (job.status().state()) {
            case READY, RUNNING -> cancelReady(connection, job);
            case DELAYED, QUARANTINED ->
                cancelAt(connection, job, JobStatements.DELAYED_LOCK, JobStatements.DELAYED_DELETE);
            case BLOCKED -> cancelAt(connection, job, LineStatements.LINED_LOCK_ONE, LineStatements.LINED_DELETE_ONE);
            default -> new CancelOutcome.NotThere();
        };
    }

    /** What became of a cancellation whose COMMIT was not answered: history tells, once the lost session has let go of the job. */
    public static CommitVerdict readBack(Connection connection, JobId id, CancelOutcome outcome) throws SQLException {
        if (!(outcome instanceof CancelOutcome.Cancelled)) {
            return CommitVerdict.COMMITTED;
        }
        Optional<FoundJob> found = FoundJob.find(connection, id);
        if (found.isPresent() && found.get().status().state() != JobState.CANCELLED) {
            awaitLetGo(connection, found.get());
            found = FoundJob.find(connection, id);
        }
        return found.filter(job -> job.status().state() == JobState.CANCELLED).isPresent()
                ? CommitVerdict.COMMITTED
                : CommitVerdict.NOT_COMMITTED;
    }

    private static void awaitLetGo(Connection connection, FoundJob job) throws SQLException {
        Call call = switch (job.status().state()) {
            case READY, RUNNING -> place(new Call(connection, JobStatements.JOB_READ_BACK), job);
            case BLOCKED ->
                new Call(connection, LineStatements.LINED_READ_BACK)
                        .with(job.status().id().bytes());
            default ->
                new Call(connection, JobStatements.DELAYED_READ_BACK)
                        .with(job.status().id().bytes());
        };
        call.query(row -> row.getInt(1));
    }

    private static CancelOutcome cancelReady(Connection connection, FoundJob job) throws SQLException {
        List<Locked> locked = lock(place(new Call(connection, JobStatements.JOB_LOCK), job));
        if (locked.isEmpty()) {
            return new CancelOutcome.Busy(); // it moved between two looks
        }
        place(new Call(connection, JobStatements.JOB_DELETE), job).update();
        return cancelled(connection, job, locked.get(0), locked.get(0).leased() ? JobState.RUNNING : JobState.READY);
    }

    private static CancelOutcome cancelAt(Connection connection, FoundJob job, String lock, String delete)
            throws SQLException {
        JobId id = job.status().id();
        List<Locked> locked = lock(new Call(connection, lock).with(id.bytes()));
        if (locked.isEmpty()) {
            return new CancelOutcome.Busy();
        }
        new Call(connection, delete).with(id.bytes()).update();
        return cancelled(connection, job, locked.get(0), job.status().state());
    }

    /**
     * The row, without waiting; none when somebody has it locked. Only here does a lock conflict mean "busy": later on the job is half taken away, and the whole
     * transaction has to be undone.
     */
    private static List<Locked> lock(Call call) throws SQLException {
        try {
            return call.query(Cancellation::read);
        } catch (SQLException e) {
            if (Failure.of(e) == Failure.LOCK_CONFLICT) {
                return List.of();
            }
            throw e;
        }
    }

    private static Call place(Call call, FoundJob job) {
        return call.with(job.queue())
                .with(job.priority())
                .with(job.status().id().bytes());
    }

    private static Locked read(ResultSet row) throws SQLException {
        return new Locked(
                Objects.requireNonNull(row.getString(1)), row.getInt(2), row.getBoolean(3), Ties.read(row, 4));
    }

    private static CancelOutcome cancelled(Connection connection, FoundJob job, Locked row, JobState before)
            throws SQLException {
        new Call(connection, CycleStatements.HISTORY_INSERT + CycleStatements.HISTORY_ROW)
                .with(job.status().id().bytes())
                .with(job.queue())
                .with(Ending.CANCELLED.code())
                .with(row.attempts())
                .with(row.kind())
                .with(null)
                .update();
        Release.of(
                connection, job.queue(), new Place(job.priority(), job.status().id()), row.ties());
        EndingCount.add(connection, job.queue(), Ending.CANCELLED);
        return new CancelOutcome.Cancelled(before);
    }
}
