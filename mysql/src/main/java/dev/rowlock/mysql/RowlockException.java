package dev.rowlock.mysql;

import org.jspecify.annotations.Nullable;

/** An error of Rowlock. Its message is made for a person: what is wrong, with the value, and what mends it. */
public abstract class RowlockException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode code;

    protected RowlockException(ErrorCode code, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    /** The kind of error, for counting and for exit codes. */
    public ErrorCode code() {
        return code;
    }
}
