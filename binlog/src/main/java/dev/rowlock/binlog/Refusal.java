package dev.rowlock.binlog;

/**
 * Why row events cannot be had here. Immutable.
 *
 * @param reason for programs
 * @param message for people: what is wrong, with the value
 * @param mend the statement or setting that mends it; empty when nothing does
 */
public record Refusal(Reason reason, String message, String mend) {
    /** What stands in the way. */
    public enum Reason {
        /** {@code com.zendesk:mysql-binlog-connector-java} is not on the class path. */
        NO_LIBRARY,
        /** The server writes no binary log. */
        NO_BINARY_LOG,
        /** The log holds statements, which do not name the rows they change. */
        FORMAT_NOT_ROW,
        /** The account may not read the log. */
        MISSING_RIGHT,
        /** The account cannot log in to the log's server. */
        LOGIN,
        /** The log's server cannot be reached, or it is not the server of the data source. */
        UNREACHABLE,
        /** A table has no primary key, or one whose values the log writes in a way that cannot be compared. */
        UNSUPPORTED_KEY
    }

    @Override
    public String toString() {
        return mend.isEmpty() ? message : message + ": " + mend;
    }
}
