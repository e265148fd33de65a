package dev.rowlock.claim;

/** What becomes of a row whose work is done. */
public enum OnComplete {
    /** The row stays and its status becomes {@link StatusValues#done()}. */
    MARK,
    /** The row is deleted. */
    DELETE
}
