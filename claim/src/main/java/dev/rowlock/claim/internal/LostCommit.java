package dev.rowlock.claim.internal;

import dev.rowlock.claim.Fence;
import dev.rowlock.claim.Lease;
import dev.rowlock.claim.LeaseState;
import dev.rowlock.claim.OnComplete;
import dev.rowlock.claim.Verdict;
import dev.rowlock.mysql.CommitVerdict;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.mysql.table.RowKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * Finds out what became of a COMMIT whose answer was lost, from what the transaction wrote into its rows (facts 3.3). A transaction
 * commits all of its rows or none, so the first row that tells, tells for all.
 */
public final class LostCommit {
    private final Protocol protocol;

    public LostCommit(Protocol protocol) {
        this.protocol = protocol;
    }

    /** Of a claim: does a row carry this claim's own stamps? Those looked at are locked until the read-back ends, so a few have to do. */
    public CommitVerdict ofClaim(Connection connection, List<Lease> leases) throws SQLException {
        for (Lease lease : leases.subList(0, Math.min(leases.size(), MOST_ROWS))) {
            if (carries(connection, lease.key(), LeaseState.PROCESSING, lease.fence())
                    .orElse(false)) {
                return protocol.table().tellsClaimsApart() ? CommitVerdict.COMMITTED : CommitVerdict.UNKNOWN;
            }
        }
        return leases.isEmpty() ? CommitVerdict.COMMITTED : CommitVerdict.NOT_COMMITTED;
    }

    /** Of a completion: done under this lease, or still processing under it? A row that is gone tells only while nobody else could have had it. */
    public CommitVerdict ofCompletion(Connection connection, List<Verdict> verdicts) throws SQLException {
        for (Lease lease : applied(verdicts)) {
            Optional<Boolean> processing = carries(connection, lease.key(), LeaseState.PROCESSING, lease.fence());
            if (processing.orElse(false)) {
                return CommitVerdict.NOT_COMMITTED;
            }
            if (protocol.table().onComplete() == OnComplete.DELETE) {
                if (processing.isEmpty() && !lease.remaining(System.nanoTime()).isNegative()) {
                    return CommitVerdict.COMMITTED;
                }
            } else if (carries(connection, lease.key(), LeaseState.DONE, lease.fence())
                    .orElse(false)) {
                return CommitVerdict.COMMITTED;
            }
        }
        return applied(verdicts).isEmpty() ? CommitVerdict.COMMITTED : CommitVerdict.UNKNOWN;
    }

    /** Of an extension: the verdicts hold the renewed leases. If not even the old ones stand, running again finds them lost. */
    public CommitVerdict ofExtension(Connection connection, List<Verdict> verdicts) throws SQLException {
        for (Lease lease : applied(verdicts)) {
            if (carries(connection, lease.key(), LeaseState.PROCESSING, lease.fence())
                    .orElse(false)) {
                return CommitVerdict.COMMITTED;
            }
        }
        return applied(verdicts).isEmpty() ? CommitVerdict.COMMITTED : CommitVerdict.NOT_COMMITTED;
    }

    /** Of a release or failure: once no row stands under this lease, the write happened or the row has moved on without it. */
    public CommitVerdict ofRelease(Connection connection, List<Verdict> verdicts) throws SQLException {
        for (Lease lease : applied(verdicts)) {
            if (carries(connection, lease.key(), LeaseState.PROCESSING, lease.fence())
                    .orElse(false)) {
                return CommitVerdict.NOT_COMMITTED;
            }
        }
        return CommitVerdict.COMMITTED;
    }

    private static List<Lease> applied(List<Verdict> verdicts) {
        return verdicts.stream()
                .filter(Verdict.Applied.class::isInstance)
                .map(Verdict::lease)
                .limit(MOST_ROWS)
                .toList();
    }

    /** Rows to look at before giving up; the first one nearly always tells. */
    private static final int MOST_ROWS = 10;

    /** Whether the row is in the state and carries the stamps; empty when it is gone. */
    private Optional<Boolean> carries(Connection connection, RowKey key, LeaseState state, Fence fence)
            throws SQLException {
        int answer = protocol.afterKey();
        Call call = new Call(connection, protocol.sql().forKeys(protocol.sql().readBack, 1))
                .with(protocol.table().state(state));
        protocol.stamps().bindWrote(call, fence);
        return call.withKey(key).query(row -> row.getBoolean(answer)).stream().findFirst();
    }
}
