package dev.rowlock.claim;

import dev.rowlock.mysql.table.RowKey;
import java.util.List;

/**
 * Rows whose lease had ended and that were taken from their holders (A6). Immutable.
 *
 * @param ready back to ready, one more attempt counted
 * @param dead at the attempt limit, set aside
 */
public record Reclaimed(List<RowKey> ready, List<RowKey> dead) {
    public Reclaimed {
        ready = List.copyOf(ready);
        dead = List.copyOf(dead);
    }

    public int count() {
        return ready.size() + dead.size();
    }
}
