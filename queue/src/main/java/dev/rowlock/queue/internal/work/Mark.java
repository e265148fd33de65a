package dev.rowlock.queue.internal.work;

import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.internal.sql.MarkStatements;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;

/**
 * A number in a row of this worker's own, put there by transactions whose other rows would not tell for certain whether they were committed: figures are sums that others add
 * to, and what was given up somebody else may have given up. Nobody else writes the row, and no number comes twice. Used by one thread.
 */
final class Mark {
    /** Of a transaction that put none. */
    static final long NONE = 0;

    private final JobId worker = new JobId(UUID.randomUUID());
    private long last = NONE;

    /** Puts the next number, in a transaction that is open. */
    long put(Connection connection) throws SQLException {
        last++;
        new Call(connection, MarkStatements.MARK_PUT)
                .with(worker.bytes())
                .with(last)
                .update();
        return last;
    }

    /** The last number there was, wherever it got to. */
    long last() {
        return last;
    }

    /** Whether the transaction that put this one was committed; waits for it when it has not ended. To be asked before another is put. */
    boolean stands(Connection connection, long mark) throws SQLException {
        return new Call(connection, MarkStatements.MARK_READ)
                .with(worker.bytes())
                .query(row -> row.getLong(1))
                .contains(mark);
    }
}
