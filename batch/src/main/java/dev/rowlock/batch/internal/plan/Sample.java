package dev.rowlock.batch.internal.plan;

import dev.rowlock.mysql.table.RowKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows that were looked at. Immutable.
 *
 * @param parts what was seen of each part, in key order
 * @param matching keys of rows that match, in key order within a window; as many as a chunk may have
 * @param firstOrNull the first key of a window; {@code null} for an empty table
 * @param lastOrNull its last key
 * @param perSecond rows looked at a second
 * @param cut whether a window took so long that the server was told to end it
 */
record Sample(
        List<PartSeen> parts,
        List<RowKey> matching,
        @Nullable RowKey firstOrNull,
        @Nullable RowKey lastOrNull,
        double perSecond,
        boolean cut) {
    Sample {
        parts = List.copyOf(parts);
        matching = List.copyOf(matching);
    }

    long looked() {
        return parts.stream().mapToLong(PartSeen::looked).sum();
    }
}
