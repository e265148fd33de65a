package dev.rowlock.claim;

import dev.rowlock.mysql.table.RowKey;
import java.time.Duration;

/**
 * A row this process holds for a while. It is a permission to work on the row, not proof that nobody else did: the effect of the work may
 * happen more than once (A8, A11). Immutable; {@link LeaseOperations#extend} answers with a new one.
 *
 * @param key the row
 * @param attempt which attempt this is, from 1; always 1 when the table does not count attempts
 * @param fence what later writes name
 * @param sentAtNanos reading of {@link System#nanoTime} just before the claim or extension was sent: the lease holds at least
 *     {@code length} from then on, whatever the wall clocks say
 * @param length how long the lease was given for
 */
public record Lease(RowKey key, int attempt, Fence fence, long sentAtNanos, Duration length) {

    /**
     * What is surely left of the lease; negative when it may have ended. A holder that cannot extend must stop before this is used up.
     *
     * @param nowNanos reading of {@link System#nanoTime}
     */
    public Duration remaining(long nowNanos) {
        return length.minusNanos(nowNanos - sentAtNanos);
    }
}
