package dev.rowlock.mysql;

import java.sql.SQLException;

/**
 * The server refused or was lost. The {@link SQLException} is the cause; its SQLState and error number are in the message.
 *
 * <p>When this leaves {@link Transactions}, the transaction was rolled back, except for {@link Failure#COMMIT_UNKNOWN}.
 */
public final class StoreException extends RowlockException {
    private static final long serialVersionUID = 1L;

    private final Failure failure;
    private final int errorNumber;

    public StoreException(Failure failure, String message, SQLException cause) {
        super(codeOf(failure, cause), message, cause);
        this.failure = failure;
        this.errorNumber = ServerError.said(cause).getErrorCode();
    }

    /** Wraps what a statement threw, on a connection whose transaction the caller owns. */
    public static StoreException of(SQLException cause) {
        Failure failure = Failure.of(cause);
        String kind = failure == Failure.OTHER ? "" : failure.label() + ": ";
        return new StoreException(failure, kind + describe(cause), cause);
    }

    /** Which of the failures that a caller has to tell apart this is (B5). */
    public Failure failure() {
        return failure;
    }

    /** The server's error number; 0 when the driver found the error. */
    public int errorNumber() {
        return errorNumber;
    }

    /** Message, SQLState and error number, as an operator wants to read them. */
    static String describe(SQLException e) {
        String text = e.getMessage() == null ? e.getClass().getSimpleName() : firstLine(e.getMessage());
        return text + " [SQLState " + e.getSQLState() + ", error " + e.getErrorCode() + "]";
    }

    private static String firstLine(String message) {
        String stripped = message.strip();
        int end = stripped.indexOf('\n');
        return end < 0 ? stripped : stripped.substring(0, end).strip();
    }

    private static ErrorCode codeOf(Failure failure, SQLException cause) {
        if (ServerError.isAccessDenied(ServerError.said(cause).getErrorCode())) {
            return ErrorCode.ACCESS_DENIED;
        }
        return switch (failure) {
            case LOCK_CONFLICT, STATE_CHANGED -> ErrorCode.LOCK_CONFLICT;
            case DEADLOCK -> ErrorCode.DEADLOCK;
            case CONNECTION -> ErrorCode.UNREACHABLE;
            case COMMIT_UNKNOWN -> ErrorCode.COMMIT_UNKNOWN;
            case READ_ONLY -> ErrorCode.READ_ONLY;
            case PACKET_TOO_LARGE -> ErrorCode.TOO_LARGE;
            case OTHER -> ErrorCode.STORE;
        };
    }
}
