package dev.rowlock.queue;

/** Why a handler is told to stop. */
public enum StopReason {
    /** The job is not this holder's any more: it was cancelled, or is somebody else's. */
    TAKEN,
    /** The lease could not be extended and ran out: somebody else may have the job already. */
    LEASE_ENDED,
    /** The attempt takes longer than its rules allow, and has failed. */
    TIMEOUT,
    /** The worker closes; what is not finished is given back. */
    CLOSING
}
