package dev.rowlock.claim;

import dev.rowlock.mysql.table.RowKey;
import java.time.Duration;
import java.util.List;

/**
 * The operations of the claim protocol. {@link LeaseTable} runs each in a transaction of its own; {@link LeaseTable#on} runs them on the
 * caller's connection, so that they commit together with the caller's other writes.
 *
 * <p>All operations throw {@link dev.rowlock.mysql.StoreException} when the server refuses or is lost. Those of a {@link LeaseTable} are
 * thread-safe; those of {@link LeaseTable#on} are for whoever has the connection, and hold their locks until
 * the caller's transaction ends.
 *
 * @see <a href="https://dev.mysql.com/doc/refman/8.4/en/innodb-locking-reads.html">Locking reads with NOWAIT and SKIP LOCKED</a>
 */
public interface LeaseOperations {
    /**
     * Claims up to that many ready rows, whichever are free (A1 to A5).
     *
     * <p>Locks: exclusive on the primary-key record of each row taken, until the commit right after; rows others hold are passed over.
     * After a crash before the commit nothing happened; after it, the rows are processing until their lease ends and are then reclaimed.
     *
     * @param limit 1 to 10 000
     */
    ClaimAnswer claim(int limit);

    /**
     * Claims this row or says at once why not (B1 to B5). Never waits for a lock.
     *
     * <p>Locks: exclusive on the one primary-key record, until the commit right after. A crash leaves what a crash of a batch claim leaves.
     */
    TargetedClaim claim(RowKey key);

    /**
     * Extends leases to a full length from now. The verdict of each that was extended holds the new lease; use that one from then on.
     *
     * <p>Locks: exclusive on the primary-key record of each row, until the commit. A batch passes over rows others have locked; a single row waits
     * for its lock, at most {@code innodb_lock_wait_timeout}.
     */
    List<Verdict> extend(List<Lease> leases);

    /**
     * Marks rows done, or deletes them, while their lease stands (A7).
     *
     * <p>Locks: exclusive on the primary-key record of each row and its entries in the claim index, until the commit. A batch passes over
     * rows others have locked; a single row waits for its lock, at most {@code innodb_lock_wait_timeout}. After a crash before the commit the rows
     * are processing until their lease ends, although their work is done: they are worked on again (A8).
     */
    List<Verdict> complete(List<Lease> leases);

    /**
     * Gives rows back, without counting an attempt.
     *
     * <p>Locks: as {@link #complete(List)}.
     *
     * @param delay how long they wait before they are ready again; zero gives them their old place in the order. A table without an
     *     available_at column has no delays.
     */
    List<Verdict> release(List<Lease> leases, Duration delay);

    /**
     * Counts a failed attempt and keeps its reason; the rows are ready again after the backoff, or dead at the limit (A6).
     *
     * <p>Locks: as {@link #complete(List)}; {@link LeaseTable} takes fifty rows a transaction. After a crash before the commit the lease's end
     * counts the attempt, without its reason.
     */
    List<Verdict> fail(List<Failed> failures);

    /**
     * Takes rows whose lease has ended from their holders, counting an attempt; at the limit they are dead (A6).
     *
     * <p>Locks: exclusive on the primary-key record of each row taken, until the commit; passes over rows others have locked.
     *
     * @param limit 1 to 10 000
     * @throws dev.rowlock.mysql.ConfigurationException when the table has neither a lease_until nor a claimed_at column
     */
    Reclaimed reclaim(int limit);

    /** {@link #extend(List)} of one. */
    default Verdict extend(Lease lease) {
        return extend(List.of(lease)).get(0);
    }

    /** {@link #complete(List)} of one. */
    default Verdict complete(Lease lease) {
        return complete(List.of(lease)).get(0);
    }

    /** {@link #release(List, Duration)} of one. */
    default Verdict release(Lease lease, Duration delay) {
        return release(List.of(lease), delay).get(0);
    }

    /** {@link #fail(List)} of one. */
    default Verdict fail(Lease lease, String reason) {
        return fail(List.of(new Failed(lease, reason))).get(0);
    }
}
