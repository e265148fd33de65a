package dev.rowlock.claim.internal;

import dev.rowlock.claim.Fence;
import dev.rowlock.claim.Lease;
import dev.rowlock.claim.LeaseState;
import dev.rowlock.mysql.Failure;
import dev.rowlock.mysql.StoreException;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.mysql.table.RowKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes a claim into rows that are locked: one UPDATE for each distinct stamp, which is one for nearly every batch. */
final class ClaimWrite {
    private final Protocol protocol;

    ClaimWrite(Protocol protocol) {
        this.protocol = protocol;
    }

    List<Lease> write(Connection connection, List<Stamped> locked, long sentAtNanos) throws SQLException {
        Map<Fence, List<RowKey>> byFence = new LinkedHashMap<>();
        for (Stamped row : locked) {
            byFence.computeIfAbsent(row.fence(), fence -> new ArrayList<>()).add(row.key());
        }
        for (Map.Entry<Fence, List<RowKey>> group : byFence.entrySet()) {
            for (List<RowKey> keys : protocol.keySlices(group.getValue())) {
                update(connection, group.getKey(), keys);
            }
        }
        return locked.stream()
                .map(row -> new Lease(
                        row.key(),
                        row.attempts() + 1,
                        row.fence(),
                        sentAtNanos,
                        protocol.settings().lease()))
                .toList();
    }

    private void update(Connection connection, Fence fence, List<RowKey> keys) throws SQLException {
        Call call = new Call(connection, protocol.sql().forKeys(protocol.sql().claim, keys.size()))
                .with(protocol.table().state(LeaseState.PROCESSING));
        protocol.stamps().bindClaimSet(call, fence);
        int changed = call.withKeys(keys)
                .with(protocol.table().state(LeaseState.READY))
                .update();
        if (changed != keys.size()) {
            throw stateChanged(protocol, "claim", keys.size(), changed);
        }
    }

    /** Rows that were locked as one state were not in it when written: a trigger, or a status the column does not compare as written. */
    static StoreException stateChanged(Protocol protocol, String what, int locked, int changed) {
        String message =
                what + " of " + locked + " locked rows of " + protocol.table().name() + " changed " + changed
                        + ": a trigger changes these rows, or the status column does not hold what was written to it";
        return new StoreException(Failure.STATE_CHANGED, message, new SQLException(message));
    }
}
