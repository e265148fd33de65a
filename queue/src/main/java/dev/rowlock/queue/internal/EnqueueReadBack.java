package dev.rowlock.queue.internal;

import dev.rowlock.mysql.CommitVerdict;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.EnqueueOutcome;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.NewJob;
import dev.rowlock.queue.internal.sql.JobStatements;
import dev.rowlock.queue.internal.sql.LineStatements;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** What became of the COMMIT of an enqueue whose answer was lost. Immutable. */
final class EnqueueReadBack {
    private final int queue;

    EnqueueReadBack(int queue) {
        this.queue = queue;
    }

    /** Any new job tells, or else nothing was written. */
    CommitVerdict verdict(Connection connection, List<NewJob> jobs, List<EnqueueOutcome> outcomes) throws SQLException {
        for (int at = 0; at < outcomes.size(); at++) {
            if (outcomes.get(at) instanceof EnqueueOutcome.Inserted inserted) {
                return isThere(connection, jobs.get(at), inserted.id())
                        ? CommitVerdict.COMMITTED
                        : CommitVerdict.NOT_COMMITTED;
            }
        }
        return CommitVerdict.COMMITTED;
    }

    private boolean isThere(Connection connection, NewJob job, JobId id) throws SQLException {
        boolean waits = !new Call(connection, JobStatements.JOB_READ_BACK)
                        .with(queue)
                        .with(job.priority().lane())
                        .with(id.bytes())
                        .query(row -> row.getInt(1))
                        .isEmpty()
                || finds(connection, JobStatements.DELAYED_READ_BACK, id.bytes())
                || (NewRow.lineOf(job).isPresent() && finds(connection, LineStatements.LINED_READ_BACK, id.bytes()));
        // A worker may have been faster than this.
        return waits || FoundJob.find(connection, id).isPresent();
    }

    private static boolean finds(Connection connection, String statement, ByteBuffer id) throws SQLException {
        return !new Call(connection, statement)
                .with(id)
                .query(row -> row.getInt(1))
                .isEmpty();
    }
}
