package dev.rowlock.claim;

/** Whether a table may be worked without an index that matches filter and order of a claim (A4). */
public enum IndexUse {
    /** A table without a fitting index is refused, with the CREATE INDEX statement that helps. */
    REQUIRED,
    /**
     * Claims read along the primary key instead: they still lock nothing they do not take, but the search for ready rows costs time in
     * proportion to the finished rows before them, and rows are taken in primary-key order.
     */
    SCAN_ALLOWED
}
