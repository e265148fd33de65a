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
 * <p>Every field is guarded by the books' lock, except the two a handler may read at any time and those only the writer of results uses. At most one statement at a time is about a
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

    private final HandlerDesk desk;
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
    // The writer's own.
    int largestBatch = Integer.MAX_VALUE;
    int refusals;

    @Nullable
    Chunk chunk;

    private final List<Runnable> signals = new ArrayList<>(0);

    Held(HandlerDesk desk, Lease lease) {
        this.desk = desk;
        this.lease = lease;
        extendAfter(lease);
    }

    void extendAfter(Lease from) {
        extendAt = from.sentAtNanos() + from.length().toNanos() / 3;
    }

    long deadline() {
        return lease.sentAtNanos() + lease.length().toNanos();
    }

    /** Tells the handler to stop. What has to be run outside the lock. */
    List<Runnable> cancel() {
        if (cancelled) {
            return List.of();
        }
        cancelled = true;
        if (chunk != null) {
            chunk.interruptIfCancelled();
        }
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
        if (!desk.keepSignal(this, signal)) {
            signal.run();
        }
    }

    @Override
    public Lease pin() {
        return desk.pin(this);
    }
}
