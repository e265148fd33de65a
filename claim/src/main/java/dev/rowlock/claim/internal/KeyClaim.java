package dev.rowlock.claim.internal;

import dev.rowlock.claim.LeaseState;
import dev.rowlock.claim.RowState;
import dev.rowlock.claim.TargetedClaim;
import dev.rowlock.claim.internal.Settlement.Mode;
import dev.rowlock.claim.internal.sql.InspectionStatements;
import dev.rowlock.mysql.Failure;
import dev.rowlock.mysql.ServerError;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.mysql.table.RowKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Claims one particular row or says at once why not (B1 to B3), inside a transaction that is open. */
public final class KeyClaim {
    private record Seen(Stamped row, boolean ready, RowState state) {}

    private final Protocol protocol;
    private final Mode mode;
    private final ClaimWrite write;

    public KeyClaim(Protocol protocol, Mode mode) {
        this.protocol = protocol;
        this.mode = mode;
        this.write = new ClaimWrite(protocol);
    }

    public TargetedClaim claim(Connection connection, RowKey given, long sentAtNanos) throws SQLException {
        RowKey key = protocol.keys().fit(given);
        List<Seen> found;
        try {
            found = lock(connection, key);
        } catch (SQLException e) {
            if (Failure.of(e) == Failure.LOCK_CONFLICT && !rolledBackMore(connection, e)) {
                return new TargetedClaim.Busy(key);
            }
            throw e;
        }
        if (found.isEmpty()) {
            return new TargetedClaim.NotFound(key);
        }
        Seen seen = found.get(0);
        if (!seen.ready()) {
            return new TargetedClaim.NotReady(seen.row().key(), seen.state());
        }
        return new TargetedClaim.Claimed(
                write.write(connection, List.of(seen.row()), sentAtNanos).get(0));
    }

    /**
     * Whether the server undid more of a caller's transaction than this statement, so that "busy" alone would hide it: MariaDB reports
     * NOWAIT as a lock wait that timed out.
     */
    private boolean rolledBackMore(Connection connection, SQLException conflict) throws SQLException {
        return mode == Mode.CALLERS
                && conflict.getErrorCode() == ServerError.ER_LOCK_WAIT_TIMEOUT
                && new Call(connection, InspectionStatements.ROLLS_BACK_ON_TIMEOUT)
                        .query(row -> row.getBoolean(1))
                        .contains(true);
    }

    private List<Seen> lock(Connection connection, RowKey key) throws SQLException {
        Call call = new Call(connection, protocol.sql().forKeys(protocol.sql().lockOne, 1));
        protocol.stamps().bindStampSelect(call, protocol.settings().lease());
        StampedReader reader = new StampedReader(protocol);
        int ready = reader.afterStamps();
        return call.with(protocol.table().state(LeaseState.READY))
                .withKey(key)
                .query(row -> new Seen(
                        reader.read(row),
                        row.getBoolean(ready),
                        protocol.states().read(row, ready + 1)));
    }
}
