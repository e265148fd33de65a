package dev.rowlock.queue;

import dev.rowlock.mysql.ErrorCode;
import dev.rowlock.mysql.RowlockException;

/** The job is no longer this holder's: its lease ended, or it was cancelled. What was done for it must not be committed. */
public final class LeaseLostException extends RowlockException {
    private static final long serialVersionUID = 1L;

    LeaseLostException(String message) {
        super(ErrorCode.LOCK_CONFLICT, message, null);
    }

    /** For the job of this id. */
    public static LeaseLostException of(JobId id) {
        return new LeaseLostException(
                "the lease of job " + id + " was lost: it is somebody else's, or was cancelled; roll back");
    }
}
