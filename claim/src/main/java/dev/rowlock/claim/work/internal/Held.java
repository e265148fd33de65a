package dev.rowlock.claim.work.internal;

import dev.rowlock.claim.Lease;
import dev.rowlock.claim.work.Outcome;
import dev.rowlock.claim.work.Work;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One row this worker holds, from its claim until its result is written or lost.
 *
 * <p>Every field is guarded by the ledger's lock, except the two a handler may read at any time. At most one statement at a time is about a
 * row: an extension replaces what a completion has to name.
 */
final class Held implements Work {
    /** Where the row is on its way through the worker. */
    enum Phase {
        WAITING,
        RUNNING,
        /** The handler is done, the result is to be written. */
        ENDED,
        GONE
    }

    private final Ledger ledger;
    volatile Lease lease;
    private volatile boolean cancelled;

    Phase phase = Phase.WAITING;
    boolean statementUnderWay;
    boolean pinned;
    boolean lost;
    boolean overdue;
    long extendAt;

    @Nullable
    Outcome outcome;

    long endedAt;
    long writeAt;
    int largestBatch = Integer.MAX_VALUE;
    int refusals;

    @Nullable
    Chunk chunk;

    private final List<Runnable> signals = new ArrayList<>(0);

    Held(Ledger ledger, Lease lease) {
        this.ledger = ledger;
        this.lease = lease;
        extendAfter(lease);
    }

    void extendAfter(Lease from) {
        extendAt = from.sentAtNanos() + from.length().toNanos() / 3;
    }

    long deadline() {
        return lease.sentAtNanos() + lease.length().toNanos();
    }

    /** Marks the work cancelled; what has to be run outside the lock. */
    List<Runnable> cancel() {
        if (cancelled) {
            return List.of();
        }
        cancelled = true;
        return List.copyOf(signals);
    }

    /** Whether the signal waits for a cancellation; if not, it is due now. */
    boolean keep(Runnable signal) {
        if (cancelled) {
            return false;
        }
        signals.add(signal);
        return true;
    }

    @Override
    public Lease lease() {
        return lease;
    }

    @Override
    public boolean isCancelled() {
        return cancelled;
    }

    @Override
    public void onCancel(Runnable signal) {
        if (!ledger.keepSignal(this, signal)) {
            signal.run();
        }
    }

    @Override
    public Lease pin() {
        return ledger.pin(this);
    }
}
