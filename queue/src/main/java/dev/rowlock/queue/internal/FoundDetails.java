package dev.rowlock.queue.internal;

import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.JobDetails;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.JobState;
import dev.rowlock.queue.JobStatus;
import dev.rowlock.queue.Priority;
import dev.rowlock.queue.internal.sql.ListStatements;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.Optional;

/** Reads all that is kept of one job. */
public final class FoundDetails {
    private FoundDetails() {}

    public static Optional<JobDetails> find(Connection connection, JobId id) throws SQLException {
        Optional<JobDetails> found = new Call(connection, ListStatements.JOB_DETAILS)
                        .with(id.bytes())
                        .with(id.bytes())
                        .with(id.bytes())
                        .with(id.bytes())
                        .with(id.bytes())
                        .query(row -> read(id, row))
                        .stream()
                        .findFirst();
        if (found.isEmpty()) {
            return found;
        }
        JobDetails job = found.get();
        return Optional.of(new JobDetails(
                JobReports.withProgress(connection, job.status()),
                job.priority(),
                job.maxAttempts(),
                job.at(),
                job.headers(),
                job.payload()));
    }

    private static JobDetails read(JobId id, ResultSet row) throws SQLException {
        JobStatus status = new JobStatus(
                id,
                Objects.requireNonNull(row.getString(1)),
                Objects.requireNonNull(row.getString(2)),
                JobState.valueOf(row.getString(4)),
                row.getInt(3));
        int lane = row.getInt(6);
        Optional<Priority> priority = row.wasNull() ? Optional.empty() : Optional.of(Priority.ofLane(lane));
        return new JobDetails(
                status,
                priority,
                row.getInt(7),
                Instant.EPOCH.plus(row.getLong(5), ChronoUnit.MICROS),
                Headers.parse(Objects.requireNonNull(row.getString(8))),
                Optional.ofNullable(row.getBytes(9)).map(ByteBuffer::wrap));
    }
}
