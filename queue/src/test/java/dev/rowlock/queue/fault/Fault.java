package dev.rowlock.queue.fault;

/** What goes wrong at one statement. How each is made to happen is told by {@link Trouble}. */
enum Fault {
    /** The connection is killed before the statement is sent: the server never sees it. */
    KILLED,
    /** The statement takes effect, and then the connection is killed: its answer is lost. */
    ANSWER_LOST,
    /** Error 1213 instead of the statement: the server has rolled the transaction back. */
    DEADLOCK,
    /** The same after the statement took effect, as when its last row is one too many. */
    DEADLOCK_AFTER,
    /** Error 1205: the statement is undone, the transaction is open and keeps its locks (facts 3.1). */
    LOCK_WAIT;

    /** Whether it ends the connection. */
    boolean isLoss() {
        return this == KILLED || this == ANSWER_LOST;
    }

    /** Whether it can happen there. */
    boolean canMeet(Step step) {
        return switch (step.kind()) {
            case CONNECT -> this == KILLED;
            case FRAME, ROLLBACK, TABLELESS -> isLoss();
            // What has committed is beyond deadlocks; before that, a cluster's certification answers COMMIT with 1213.
            case COMMIT -> this != DEADLOCK_AFTER;
            case STATEMENT -> true;
        };
    }
}
