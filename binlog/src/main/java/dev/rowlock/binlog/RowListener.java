package dev.rowlock.binlog;

/**
 * Hears of rows as they commit. Called by one thread, the stream's own, so it has to return quickly: while it works nothing is read, and
 * the stream falls behind. What it throws is logged and told as a {@link Gap}.
 */
@FunctionalInterface
public interface RowListener {
    /**
     * A row was written. After a lost connection the rows of the transaction it was lost in may be told again.
     *
     * <p>The server sends a transaction once it is safe in the log, which may be a moment before others can read what it wrote. Who looks for
     * the row at once and does not find it has to look again.
     */
    void changed(RowChange change);

    /** Writes may be missing. */
    default void gap(Gap gap) {}

    /** The stream has begun: every write that commits from now on is told. Called before {@link RowEvents#open} returns. */
    default void opened(RowEvents events) {}
}
