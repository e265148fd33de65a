package dev.rowlock.claim.work;

import dev.rowlock.claim.Lease;

/**
 * One claimed row in a handler's hands. Its lease is extended behind the scenes for as long as the handler runs. Thread-safe.
 */
public interface Work {
    /** The lease as it is now; an extension replaces it. */
    Lease lease();

    /**
     * Whether the handler should stop: the lease was lost or ran out, so that somebody else may be at the same row already, or the worker
     * is closing and its grace is over. The handler's thread is interrupted at the same moment, in a {@link BatchHandler} once this holds for
     * every row of the batch.
     */
    boolean isCancelled();

    /**
     * Runs this when the work is cancelled, at once if it already is. It runs on a thread of the worker and has to be quick.
     */
    void onCancel(Runnable signal);

    /**
     * Stops extending this lease and returns it, after waiting for an extension that is under way. For a handler that completes the row on
     * its own connection, together with its effect ({@link dev.rowlock.claim.LeaseTable#on}), and then answers {@link Outcome#settled}: an
     * extension in between would replace what the completion has to name. Call it late: from then on the lease runs out.
     */
    Lease pin();
}
