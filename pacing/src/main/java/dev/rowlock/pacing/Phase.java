package dev.rowlock.pacing;

/** Where the controller is. */
public enum Phase {
    /** Follows the law by its verdicts: grows, holds, steps down. */
    RUNNING,
    /** The batch is paused for a moment, to see whether the signal gets better without it. */
    COMPARING,
    /** The batch is at its floor for ten seconds, to measure the baseline again. */
    RESTING,
    /** The signal stayed bad without the batch: others make the load. Low, not stopped. */
    FOREIGN
}
