package dev.rowlock.batch.internal;

import dev.rowlock.batch.Counts;
import dev.rowlock.mysql.table.RowKey;
import org.jspecify.annotations.Nullable;

/**
 * A shard as its row keeps it: what was done, and where to go on. Immutable; the next checkpoint is another value.
 *
 * @param place which shard this is
 * @param phase scanning, or coming back to rows that were held
 * @param cursorOrNull the last key that was looked at; {@code null} at the beginning
 * @param chunk how many chunks were committed
 * @param ledger the highest number given to a row of the ledger
 * @param counts what became of its rows
 */
public record Shard(Place place, Phase phase, @Nullable RowKey cursorOrNull, long chunk, long ledger, Counts counts) {
    /**
     * A part of the key space.
     *
     * @param number from 0
     * @param afterOrNull keys after this one; {@code null} from the beginning
     * @param upToOrNull keys up to this one; {@code null} for an empty table
     */
    public record Place(
            long run,
            int number,
            @Nullable RowKey afterOrNull,
            @Nullable RowKey upToOrNull) {}

    /** What is done with it. */
    public enum Phase {
        SCAN,
        REVISIT,
        DONE
    }

    /** Where the scan goes on. */
    @Nullable
    RowKey from() {
        return cursorOrNull == null ? place.afterOrNull() : cursorOrNull;
    }

    Shard scanned(@Nullable RowKey cursor, Counts more, int skipped, Phase next) {
        return new Shard(place, next, cursor, chunk + 1, ledger + skipped, counts.plus(more));
    }

    Shard revisited(Counts more, Phase next) {
        return new Shard(place, next, cursorOrNull, chunk + 1, ledger, counts.plus(more));
    }
}
