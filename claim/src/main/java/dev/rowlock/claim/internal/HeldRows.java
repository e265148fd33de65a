package dev.rowlock.claim.internal;

import dev.rowlock.claim.ColumnRole;
import dev.rowlock.claim.Fence;
import dev.rowlock.claim.Lease;
import dev.rowlock.claim.LeaseState;
import dev.rowlock.claim.RowState;
import dev.rowlock.claim.Verdict;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.mysql.table.RowKey;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Locks a holder's rows, or tells why it no longer has them. All leases of one call share a fence. */
final class HeldRows {
    /** Whether to wait for rows that others have locked. */
    enum Waiting {
        /** Our own batches: a batch that waits for one row makes online traffic wait for the others. */
        SKIP,
        /** The caller's own transaction, and single rows. */
        WAIT
    }

    private record Seen(RowKey key, boolean standing, RowState state) {}

    private final Protocol protocol;

    HeldRows(Protocol protocol) {
        this.protocol = protocol;
    }

    /** The rows on which the lease still stands, locked; with attempts so far and, for a renewal, the renewed fence. */
    Map<RowKey, Stamped> lock(Connection connection, Fence fence, List<RowKey> keys, Waiting waiting)
            throws SQLException {
        String sql = waiting == Waiting.SKIP ? protocol.sql().lockHeld : protocol.sql().waitHeld;
        Call call = new Call(connection, protocol.sql().forKeys(sql, keys.size()));
        protocol.stamps().bindStampSelect(call, protocol.settings().lease());
        call.withKeys(keys);
        bindStanding(call, fence);
        Map<RowKey, Stamped> locked = new HashMap<>();
        call.query(row -> read(row, fence)).forEach(row -> locked.put(named(keys, row.key()), row));
        return locked;
    }

    /** The same when nothing but the key of each row is needed. */
    Set<RowKey> lockKeys(Connection connection, Fence fence, List<RowKey> keys, Waiting waiting) throws SQLException {
        String sql = waiting == Waiting.SKIP ? protocol.sql().lockMine : protocol.sql().waitMine;
        Call call = new Call(connection, protocol.sql().forKeys(sql, keys.size())).withKeys(keys);
        bindStanding(call, fence);
        Set<RowKey> locked = new HashSet<>();
        call.query(row -> protocol.keys().read(row, 1)).forEach(key -> locked.add(named(keys, key)));
        return locked;
    }

    private Stamped read(ResultSet row, Fence fence) throws SQLException {
        boolean counted = protocol.table().has(ColumnRole.ATTEMPTS);
        int afterKey = protocol.afterKey();
        return new Stamped(
                protocol.keys().read(row, 1),
                counted ? row.getInt(afterKey) : 0,
                protocol.stamps().readRenewal(row, afterKey + (counted ? 1 : 0), fence));
    }

    /** The caller's own spelling of a key that was asked for alone: for the server 'a' and 'A', or 1.5 and 1.50, may be one value. */
    private static RowKey named(List<RowKey> asked, RowKey found) {
        return asked.size() == 1 ? asked.get(0) : found;
    }

    /** Binds "processing, under this fence, not expired". */
    void bindStanding(Call call, Fence fence) {
        bindMine(call, fence);
        protocol.stamps().bindExpiry(call, protocol.settings().lease());
    }

    /** Binds "processing, under this fence". */
    void bindMine(Call call, Fence fence) {
        call.with(protocol.table().state(LeaseState.PROCESSING));
        protocol.stamps().bindFence(call, fence);
    }

    /** Verdicts for rows that could not be locked or written. */
    void explain(Connection connection, Fence fence, List<Lease> leases, Waiting waiting, Map<Lease, Verdict> verdicts)
            throws SQLException {
        Map<RowKey, Seen> seen = new HashMap<>();
        for (List<Lease> slice : Protocol.slices(leases, protocol.keysPerStatement())) {
            Call call = new Call(connection, protocol.sql().forKeys(protocol.sql().state, slice.size()));
            bindStanding(call, fence);
            int standing = protocol.afterKey();
            call.withKeys(slice.stream().map(Lease::key).toList())
                    .query(row -> new Seen(
                            protocol.keys().read(row, 1),
                            row.getBoolean(standing),
                            protocol.states().read(row, standing + 1)))
                    .forEach(row ->
                            seen.put(named(slice.stream().map(Lease::key).toList(), row.key()), row));
        }
        for (Lease lease : leases) {
            Seen row = seen.get(lease.key());
            boolean held = waiting == Waiting.SKIP && row != null && row.standing();
            verdicts.put(
                    lease,
                    held
                            ? new Verdict.Held(lease)
                            : new Verdict.Lost(lease, Optional.ofNullable(row).map(Seen::state)));
        }
    }
}
