package dev.rowlock.queue.internal;

import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.Ending;
import dev.rowlock.queue.FinishedJob;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.internal.sql.JobStatements;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/** Reads how jobs ended, as far as it is kept. */
public final class FinishedJobs {
    private FinishedJobs() {}

    public static Optional<FinishedJob> find(Connection connection, JobId id) throws SQLException {
        return new Call(connection, JobStatements.JOB_ENDED)
                        .with(id.bytes())
                        .with(id.bytes())
                        .query(row -> new FinishedJob(Ending.of(row.getInt(1)), row.getInt(2), row.getBytes(3)))
                        .stream()
                        .findFirst();
    }
}
