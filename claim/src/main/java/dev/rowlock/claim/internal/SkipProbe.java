package dev.rowlock.claim.internal;

import dev.rowlock.claim.CheckReport.SkipLocked;
import dev.rowlock.claim.LeaseState;
import dev.rowlock.claim.internal.Candidates.Candidate;
import dev.rowlock.claim.internal.sql.InspectionStatements;
import dev.rowlock.mysql.Failure;
import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.RetryPolicy;
import dev.rowlock.mysql.StoreException;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.mysql.table.RowKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * Proves with two sessions that SKIP LOCKED skips and NOWAIT answers. Some servers accept both and do nothing, and then two workers
 * would get one row (facts 8).
 *
 * <p>Both connections are taken before anything is locked. Locks: one ready row, for two statements; one that a claim would have locked
 * as well.
 */
public final class SkipProbe {
    private static final int ROWS_TO_TRY = 20;

    private final Transactions transactions;
    private final Protocol protocol;

    public SkipProbe(Transactions transactions, Protocol protocol) {
        this.transactions = transactions.retry(RetryPolicy.never());
        this.protocol = protocol;
    }

    public SkipLocked run() {
        try {
            return transactions.inTransaction(
                    Isolation.READ_COMMITTED,
                    first -> transactions.inTransaction(Isolation.READ_COMMITTED, second -> probe(first, second)));
        } catch (StoreException e) {
            if (e.failure() == Failure.CONNECTION) {
                return SkipLocked.NOT_TRIED; // a pool of one connection
            }
            throw e;
        }
    }

    private SkipLocked probe(Connection first, Connection second) throws SQLException {
        if (sessionId(first) == sessionId(second)) {
            return SkipLocked.NOT_TRIED; // a data source that hands out one connection again and again
        }
        List<RowKey> ready = new Candidates(protocol)
                .read(first, null, ROWS_TO_TRY).stream().map(Candidate::key).toList();
        if (ready.isEmpty()) {
            return SkipLocked.NOT_TRIED;
        }
        List<RowKey> locked = lockReady(first, ready);
        if (locked.isEmpty()) {
            return SkipLocked.NOT_TRIED;
        }
        boolean skips = lockReady(second, locked).isEmpty() && answersAtOnce(second, locked.get(0));
        return skips ? SkipLocked.SKIPS : SkipLocked.DOES_NOT_SKIP;
    }

    private static long sessionId(Connection connection) throws SQLException {
        return new Call(connection, InspectionStatements.SESSION_ID)
                .query(row -> row.getLong(1))
                .get(0);
    }

    private List<RowKey> lockReady(Connection connection, List<RowKey> keys) throws SQLException {
        Call call = new Call(connection, protocol.sql().forKeys(protocol.sql().lockReady, keys.size()));
        protocol.stamps().bindStampSelect(call, protocol.settings().lease());
        return call.withKeys(keys)
                .with(protocol.table().state(LeaseState.READY))
                .with(1)
                .query(row -> protocol.keys().read(row, 1));
    }

    private boolean answersAtOnce(Connection connection, RowKey key) throws SQLException {
        Call call = new Call(connection, protocol.sql().forKeys(protocol.sql().lockOne, 1));
        protocol.stamps().bindStampSelect(call, protocol.settings().lease());
        try {
            call.with(protocol.table().state(LeaseState.READY)).withKey(key).query(row -> true);
            return false;
        } catch (SQLException e) {
            if (Failure.of(e) == Failure.LOCK_CONFLICT) {
                return true;
            }
            throw e;
        }
    }
}
