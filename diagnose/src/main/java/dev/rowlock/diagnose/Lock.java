package dev.rowlock.diagnose;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A lock as the server printed it, without the rows it covers: their contents are user data and are never kept.
 *
 * @param table {@code schema.table}, without quotes
 * @param partition the partition, if the table has any
 * @param index the index; null for a lock on the table
 * @param mode {@code X}, {@code S}, {@code IX}, {@code AUTO-INC}, ... as printed
 * @param flags in the order of their declaration
 */
public record Lock(
        String table, @Nullable String partition, @Nullable String index, String mode, Set<LockFlag> flags) {
    public Lock {
        EnumSet<LockFlag> copy = EnumSet.noneOf(LockFlag.class);
        copy.addAll(flags);
        flags = Collections.unmodifiableSet(copy);
    }

    /** Whether this was asked for and not granted. */
    public boolean isWaiting() {
        return flags.contains(LockFlag.WAITING);
    }

    /** Whether this keeps others from inserting: a gap or next-key lock on an index. */
    public boolean coversGap() {
        return index != null && !flags.contains(LockFlag.REC_BUT_NOT_GAP) && !flags.contains(LockFlag.INSERT_INTENTION);
    }

    /** Index and table, such as {@code PRIMARY of shop.orders}, or {@code table shop.orders}. */
    public String place() {
        return index == null ? "table " + table : index + " of " + table;
    }
}
