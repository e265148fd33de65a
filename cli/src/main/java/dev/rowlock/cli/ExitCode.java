package dev.rowlock.cli;

import dev.rowlock.mysql.ErrorCode;

/** How a command ends, for scripts. */
public enum ExitCode {
    DONE(0),
    /** The answer is "no": busy, not ready, nothing visible, lease lost, unhealthy. */
    NO(1),
    /** Wrong usage or configuration: nothing was changed, and trying again does not help. */
    WRONG(2),
    /** The server could not be reached. */
    UNREACHABLE(3);

    private final int number;

    ExitCode(int number) {
        this.number = number;
    }

    public int number() {
        return number;
    }

    /** The exit code for an error of Rowlock. */
    public static ExitCode of(ErrorCode code) {
        return switch (code) {
            case UNREACHABLE, COMMIT_UNKNOWN -> UNREACHABLE;
            case LOCK_CONFLICT, DEADLOCK -> NO;
            case CONFIGURATION, ACCESS_DENIED, READ_ONLY, TOO_LARGE, STORE -> WRONG;
        };
    }
}
