package dev.rowlock.queue.internal;

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
        try {
            return switch (job.status().state()) {
                case READY, RUNNING -> cancelReady(connection, job);
                case DELAYED, QUARANTINED ->
                    cancelAt(connection, job, JobStatements.DELAYED_LOCK, JobStatements.DELAYED_DELETE);
                case BLOCKED ->
                    cancelAt(connection, job, LineStatements.LINED_LOCK_ONE, LineStatements.LINED_DELETE_ONE);
                default -> new CancelOutcome.NotThere();
            };
        } catch (SQLException e) {
            if (Failure.of(e) == Failure.LOCK_CONFLICT) {
                return new CancelOutcome.Busy();
            }
            throw e;
        }
    }

    private static CancelOutcome cancelReady(Connection connection, FoundJob job) throws SQLException {
        List<Locked> locked =
                place(new Call(connection, JobStatements.JOB_LOCK), job).query(Cancellation::read);
        if (locked.isEmpty()) {
            return new CancelOutcome.Busy(); // it moved between two looks
        }
        place(new Call(connection, JobStatements.JOB_DELETE), job).update();
        return cancelled(connection, job, locked.get(0), locked.get(0).leased() ? JobState.RUNNING : JobState.READY);
    }

    private static CancelOutcome cancelAt(Connection connection, FoundJob job, String lock, String delete)
            throws SQLException {
        JobId id = job.status().id();
        List<Locked> locked = new Call(connection, lock).with(id.bytes()).query(Cancellation::read);
        if (locked.isEmpty()) {
            return new CancelOutcome.Busy();
        }
        new Call(connection, delete).with(id.bytes()).update();
        return cancelled(connection, job, locked.get(0), job.status().state());
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
