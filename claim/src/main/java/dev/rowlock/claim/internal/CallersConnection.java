package dev.rowlock.claim.internal;

import dev.rowlock.claim.ClaimAnswer;
import dev.rowlock.claim.Failed;
import dev.rowlock.claim.Lease;
import dev.rowlock.claim.LeaseOperations;
import dev.rowlock.claim.Reclaimed;
import dev.rowlock.claim.TargetedClaim;
import dev.rowlock.claim.Verdict;
import dev.rowlock.claim.internal.Settlement.Mode;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.StoreException;
import dev.rowlock.mysql.table.RowKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** The operations on a connection whose transaction the caller owns. As thread-safe as the connection: not at all. */
public final class CallersConnection implements LeaseOperations {
    private interface Work<R> {
        R run() throws SQLException;
    }

    private final Connection connection;
    private final Protocol protocol;
    private final ClaimCursor cursor;

    public CallersConnection(Connection connection, Protocol protocol, ClaimCursor cursor) {
        this.connection = connection;
        this.protocol = protocol;
        this.cursor = cursor;
    }

    @Override
    public ClaimAnswer claim(int limit) {
        Bounds.rows(limit);
        ClaimCursor.Start start = cursor.next();
        BatchClaim.Result result = run(
                () -> new BatchClaim(protocol, Mode.CALLERS).claim(connection, limit, start.from(), System.nanoTime()));
        // The caller may roll back: the shared position stays where it is, so that these rows are found again.
        return Bounds.answer(result.leases(), limit);
    }

    @Override
    public TargetedClaim claim(RowKey key) {
        return run(() -> new KeyClaim(protocol, Mode.CALLERS).claim(connection, key, System.nanoTime()));
    }

    @Override
    public List<Verdict> extend(List<Lease> leases) {
        return run(() -> new Settlement(protocol).extend(connection, leases, Mode.CALLERS));
    }

    @Override
    public List<Verdict> complete(List<Lease> leases) {
        return run(() -> new Settlement(protocol).complete(connection, leases, Mode.CALLERS));
    }

    @Override
    public List<Verdict> release(List<Lease> leases, Duration delay) {
        Bounds.delay(delay);
        cursor.rowsAppearedBehind();
        return run(() -> new Settlement(protocol).release(connection, leases, delay, Mode.CALLERS));
    }

    @Override
    public List<Verdict> fail(List<Failed> failures) {
        cursor.rowsAppearedBehind();
        return run(() -> new Settlement(protocol).fail(connection, failures, Mode.CALLERS));
    }

    @Override
    public Reclaimed reclaim(int limit) {
        Bounds.reclaim(protocol, limit);
        return run(() -> new Reclaim(protocol, Mode.CALLERS).reclaim(connection, limit));
    }

    private <R> R run(Work<R> work) {
        try {
            if (connection.getAutoCommit()) {
                throw new ConfigurationException(
                        "the caller's connection is in autocommit mode, where each statement would commit alone: setAutoCommit(false) first");
            }
            return work.run();
        } catch (SQLException e) {
            throw StoreException.of(e);
        }
    }
}
