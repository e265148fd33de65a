package dev.rowlock.queue.internal;

import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.AttemptLog;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.JobProgress;
import dev.rowlock.queue.JobState;
import dev.rowlock.queue.JobStatus;
import dev.rowlock.queue.internal.sql.ReportStatements;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Reads what attempts have told of themselves, as far as it is kept. */
public final class JobReports {
    private JobReports() {}

    /** The same status, and how far the handler is. */
    public static JobStatus withProgress(Connection connection, JobStatus status) throws SQLException {
        Optional<JobProgress> progress = progress(connection, status.id())
                // What an earlier attempt said does not hold for the one that runs.
                .filter(one -> status.state() != JobState.RUNNING || one.attempt() == status.attempts() + 1);
        return new JobStatus(status.id(), status.queue(), status.kind(), status.state(), status.attempts(), progress);
    }

    private static Optional<JobProgress> progress(Connection connection, JobId id) throws SQLException {
        return new Call(connection, ReportStatements.REPORT_PROGRESS)
                        .with(id.bytes())
                        .query(row -> new JobProgress(
                                row.getInt(1),
                                row.getLong(2),
                                row.getLong(3),
                                row.getString(4),
                                Instant.EPOCH.plus(row.getLong(5), ChronoUnit.MICROS)))
                        .stream()
                        .findFirst();
    }

    public static List<AttemptLog> log(Connection connection, JobId id) throws SQLException {
        return new Call(connection, ReportStatements.REPORT_LOG)
                .with(id.bytes())
                .query(row -> new AttemptLog(
                        row.getInt(1), LogText.parse(Objects.requireNonNull(row.getString(3))), row.getLong(2)));
    }
}
