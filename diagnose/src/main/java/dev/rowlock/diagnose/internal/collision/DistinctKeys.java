package dev.rowlock.diagnose.internal.collision;

import dev.rowlock.mysql.table.RowKey;
import java.util.HashSet;
import java.util.Set;

/**
 * Distinct keys in bounded memory: when there are too many, it keeps those whose hash ends in more zeros, half of them each time, so that each
 * kept key stands for as many others. Used by one thread.
 */
final class DistinctKeys {
    private final int capacity;
    private final Set<RowKey> kept = new HashSet<>();
    private int mask;

    DistinctKeys(int capacity) {
        this.capacity = capacity;
    }

    void add(RowKey key) {
        if (isChosen(key) && kept.add(key)) {
            while (kept.size() > capacity) {
                mask = mask << 1 | 1;
                kept.removeIf(other -> !isChosen(other));
            }
        }
    }

    private boolean isChosen(RowKey key) {
        int hash = key.hashCode() * 0x9E37_79B9; // whole numbers are their own hash
        return ((hash ^ hash >>> 15) & mask) == 0;
    }

    Set<RowKey> kept() {
        return kept;
    }

    /** How many distinct keys each kept one stands for. */
    double weight() {
        return mask + 1.0;
    }
}
