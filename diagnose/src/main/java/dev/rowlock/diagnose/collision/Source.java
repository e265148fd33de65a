package dev.rowlock.diagnose.collision;

/** Where the probe learned which rows online traffic wrote. */
public enum Source {
    /** The row events of the binary log: every write to the table in the window. */
    ROW_EVENTS,
    /** A sample of the batch's rows, read before and after the window: a row was written when its time column changed. */
    TIME_COLUMN;

    /** The source in words. */
    public String label() {
        return this == ROW_EVENTS ? "row events of the binary log" : "a sampled time column";
    }
}
