package dev.rowlock.claim.work;

import dev.rowlock.claim.Lease;
import dev.rowlock.claim.LeaseState;
import dev.rowlock.claim.Reclaimed;
import dev.rowlock.mysql.RowlockException;

/** Hears what is worth telling of a worker. Called on the worker's threads, several at once: be quick. Every method does nothing unless overridden. */
public interface WorkListener {
    /** One that does nothing. */
    WorkListener NONE = new WorkListener() {};

    /** The lease of a row is gone before its result was written; the row is, or will be, somebody else's. */
    default void leaseLost(Lease lease, String why) {}

    /** A lease ran out although its row is still worked on: the handler is told to stop, the server decides about a result that comes yet. */
    default void leaseRanOut(Lease lease) {}

    /**
     * An attempt failed and is written down.
     *
     * @param becomes {@link LeaseState#READY}, to be tried again, or {@link LeaseState#DEAD}
     */
    default void attemptFailed(Lease lease, String reason, LeaseState becomes) {}

    /** Rows were taken from holders that are gone. */
    default void reclaimed(Reclaimed reclaimed) {}

    /** Claims began to fail; they are tried again. Called once until they work again. */
    default void claimsFail(RowlockException failure) {}

    /** Claims work again. */
    default void claimsWork() {}
}
