package dev.rowlock.claim.internal;

import dev.rowlock.claim.ColumnRole;
import dev.rowlock.claim.LeaseState;
import dev.rowlock.claim.Reclaimed;
import dev.rowlock.claim.internal.Settlement.Mode;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.mysql.table.RowKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Takes rows whose lease has ended from their holders (A6), inside a transaction that is open. Each counts as an attempt. */
public final class Reclaim {
    private static final int WIDEST_WINDOW = 10_000;

    private record Expired(RowKey key, int attempts) {}

    private final Protocol protocol;
    private final Mode mode;
    private final Changes changes;

    public Reclaim(Protocol protocol, Mode mode) {
        this.protocol = protocol;
        this.mode = mode;
        this.changes = new Changes(protocol);
    }

    public Reclaimed reclaim(Connection connection, int limit) throws SQLException {
        List<Expired> locked = new ArrayList<>();
        Set<RowKey> lookedAt = new HashSet<>();
        int window = limit;
        // Expired rows that others hold must not hide the rest, so the look widens until a row is free or all were
        // looked at.
        while (locked.isEmpty()) {
            List<RowKey> seen = expired(connection, window);
            List<RowKey> fresh = seen.stream().filter(lookedAt::add).toList();
            for (List<RowKey> keys : protocol.keySlices(fresh)) {
                if (locked.size() < limit) {
                    locked.addAll(lock(connection, keys, limit - locked.size()));
                }
            }
            if (seen.size() < window || window >= WIDEST_WINDOW || !mode.searches(connection)) {
                break;
            }
            window = Math.min(window * 4, WIDEST_WINDOW);
        }
        return write(connection, locked);
    }

    private List<RowKey> expired(Connection connection, int limit) throws SQLException {
        Call call = new Call(connection, protocol.sql().expired)
                .with(protocol.table().state(LeaseState.PROCESSING));
        protocol.stamps().bindExpiry(call, protocol.settings().lease());
        return call.with(limit).query(row -> protocol.keys().read(row, 1));
    }

    private List<Expired> lock(Connection connection, List<RowKey> keys, int room) throws SQLException {
        boolean counted = protocol.table().has(ColumnRole.ATTEMPTS);
        int afterKey = protocol.afterKey();
        Call call = new Call(connection, protocol.sql().forKeys(protocol.sql().lockExpired, keys.size()))
                .withKeys(keys)
                .with(protocol.table().state(LeaseState.PROCESSING));
        protocol.stamps().bindExpiry(call, protocol.settings().lease());
        return call.with(room)
                .query(row -> new Expired(protocol.keys().read(row, 1), counted ? row.getInt(afterKey) : 0));
    }

    private Reclaimed write(Connection connection, List<Expired> locked) throws SQLException {
        List<RowKey> ready = new ArrayList<>();
        List<RowKey> dead = new ArrayList<>();
        for (Expired row : locked) {
            boolean spent = protocol.table().keepsAttemptLimit()
                    && row.attempts() + 1 >= protocol.settings().maxAttempts();
            (spent ? dead : ready).add(row.key());
        }
        write(connection, ready, LeaseState.READY, "the lease ended before the work did");
        write(
                connection,
                dead,
                LeaseState.DEAD,
                "the lease ended before the work did, at the limit of "
                        + protocol.settings().maxAttempts() + " attempts");
        return new Reclaimed(ready, dead);
    }

    private void write(Connection connection, List<RowKey> rows, LeaseState becomes, String reason)
            throws SQLException {
        for (List<RowKey> keys : protocol.keySlices(rows)) {
            Call call = new Call(connection, protocol.sql().forKeys(protocol.sql().reclaim, keys.size()))
                    .with(protocol.table().state(becomes));
            changes.bindReason(call, reason);
            call.withKeys(keys).with(protocol.table().state(LeaseState.PROCESSING));
            protocol.stamps().bindExpiry(call, protocol.settings().lease());
            int changed = call.update();
            if (changed != keys.size()) {
                throw ClaimWrite.stateChanged(protocol, "reclaim", keys.size(), changed);
            }
        }
    }
}
