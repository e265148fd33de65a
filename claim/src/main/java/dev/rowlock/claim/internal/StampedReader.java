package dev.rowlock.claim.internal;

import dev.rowlock.claim.ColumnRole;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Reads rows of a claim's locking read: key, attempts, stamps. */
final class StampedReader {
    private final Protocol protocol;
    private final int attempts;

    StampedReader(Protocol protocol) {
        this.protocol = protocol;
        this.attempts = protocol.table().has(ColumnRole.ATTEMPTS) ? 1 : 0;
    }

    Stamped read(ResultSet row) throws SQLException {
        int afterKey = protocol.afterKey();
        return new Stamped(
                protocol.keys().read(row, 1),
                attempts == 1 ? row.getInt(afterKey) : 0,
                protocol.stamps()
                        .readClaim(row, afterKey + attempts, protocol.settings().owner()));
    }

    /** Position of the first column after the stamps. */
    int afterStamps() {
        return protocol.afterKey() + attempts + protocol.stamps().claimColumns();
    }
}
