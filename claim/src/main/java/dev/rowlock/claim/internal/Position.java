package dev.rowlock.claim.internal;

import dev.rowlock.mysql.table.RowKey;
import org.jspecify.annotations.Nullable;

/**
 * A place in the order of claims: everything up to and including this row has been looked at.
 *
 * @param availableAtOrNull the row's time as the server's text; {@code null} when the table is read along its key
 * @param tie whether neighbours share the time, so that resuming needs the key as well: {@code (a, b) >= (x, y)} is not a range for the
 *     server, {@code a = x AND b > y} is (facts 2)
 */
record Position(@Nullable String availableAtOrNull, RowKey key, Tie tie) {
    enum Tie {
        SHARED,
        ALONE
    }
}
