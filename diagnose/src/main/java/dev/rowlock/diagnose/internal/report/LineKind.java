package dev.rowlock.diagnose.internal.report;

/** What a line of the server's is, by its own form. A line inside a statement can have any of these forms; {@link SqlRegion} tells. */
enum LineKind {
    OTHER,
    /** {@code LATEST DETECTED DEADLOCK}. */
    TITLE,
    /** {@code Transactions deadlock detected, dumping detailed information.}, in the error log. */
    DETECTED,
    /** {@code TOO DEEP OR LONG SEARCH ...}, in place of a cycle. */
    TOO_DEEP,
    /** {@code *** (1) TRANSACTION:}. */
    TRANSACTION,
    /** {@code *** (1) HOLDS THE LOCK(S):}. */
    HOLDS,
    /** {@code *** (1) WAITING FOR THIS LOCK TO BE GRANTED:}; MariaDB prints no number. */
    WAITING,
    /** MariaDB's {@code *** CONFLICTING WITH:}. */
    CONFLICTING,
    /** {@code *** WE ROLL BACK TRANSACTION (1)}. */
    ROLLBACK,
    /** {@code TRANSACTION 1562, ACTIVE 1 sec ...}. */
    TRX,
    /** {@code MySQL thread id 19, ... query id 61 localhost app updating}; the statement follows. */
    THREAD,
    /** {@code RECORD LOCKS ...} or {@code TABLE LOCK ...}. */
    LOCK,
    /** {@code Record lock, heap no 2 ...}. */
    RECORD,
    /** Only dashes: above and below the title of a section. */
    RULE,
    /** {@code END OF INNODB MONITOR OUTPUT}. */
    END,
    /** A line of the error log about something else. */
    LOG,
    /** A time and perhaps a thread, and nothing else. */
    STAMP;

    /** Whether a person could take such a line for a part of a deadlock report. */
    boolean looksReported() {
        return switch (this) {
            case TITLE, DETECTED, TOO_DEEP, TRANSACTION, HOLDS, WAITING, CONFLICTING, ROLLBACK, TRX, THREAD, LOCK ->
                true;
            case OTHER, RECORD, RULE, END, LOG, STAMP -> false;
        };
    }

    /** Whether a report begins here whatever came before. */
    boolean opens() {
        return this == TITLE || this == DETECTED;
    }
}
