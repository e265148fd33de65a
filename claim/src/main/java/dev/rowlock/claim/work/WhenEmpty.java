package dev.rowlock.claim.work;

/** What a worker does when the table has no work left. */
public enum WhenEmpty {
    /** Waits for new rows until it is closed. */
    WAIT,
    /**
     * Ends: nothing is ready and due, nothing is processing (also nothing of other processes, whose rows may have to be reclaimed), and
     * nothing this worker put back is still waiting for its time. Rows that others scheduled for later do not keep it.
     */
    END
}
