package dev.rowlock.batch.internal;

import dev.rowlock.mysql.table.RowKey;
import java.util.List;
import java.util.Set;

/** Tells which rows online traffic wrote a moment ago, so that they are left for later. */
@FunctionalInterface
public interface Recent {
    Set<RowKey> among(List<RowKey> keys);

    /** Nobody looks. */
    static Recent none() {
        return keys -> Set.of();
    }
}
