package dev.rowlock.queue.internal;

import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.FailedAttempt;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.JobState;
import dev.rowlock.queue.JobStatus;
import dev.rowlock.queue.internal.sql.JobStatements;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A job that was found, and its place.
 *
 * @param queue its queue's number
 */
public record FoundJob(JobStatus status, int queue, int priority) {
    public static Optional<FoundJob> find(Connection connection, JobId id) throws SQLException {
        return new Call(connection, JobStatements.JOB_FIND)
                        .with(id.bytes())
                        .with(id.bytes())
                        .with(id.bytes())
                        .with(id.bytes())
                        .with(id.bytes())
                        .query(row -> new FoundJob(
                                new JobStatus(
                                        id,
                                        Objects.requireNonNull(row.getString(1)),
                                        Objects.requireNonNull(row.getString(2)),
                                        JobState.valueOf(row.getString(4)),
                                        row.getInt(3)),
                                row.getInt(5),
                                row.getInt(6)))
                        .stream()
                        .findFirst();
    }

    public static List<FailedAttempt> failures(Connection connection, JobId id) throws SQLException {
        return new Call(connection, JobStatements.FAILURES)
                .with(id.bytes())
                .query(row -> new FailedAttempt(
                        row.getInt(1),
                        Instant.EPOCH.plus(row.getLong(2), ChronoUnit.MICROS),
                        Objects.requireNonNull(row.getString(3)),
                        row.getString(4)));
    }
}
