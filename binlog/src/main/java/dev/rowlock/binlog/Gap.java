package dev.rowlock.binlog;

/**
 * Writes that were not told, or may not have been. What a listener concluded from silence before it no longer holds. Immutable.
 *
 * @param reason what happened, in words
 * @param mend what to do so that it does not happen again
 */
public record Gap(String reason, String mend) {
    @Override
    public String toString() {
        return mend.isEmpty() ? reason : reason + "; " + mend;
    }
}
