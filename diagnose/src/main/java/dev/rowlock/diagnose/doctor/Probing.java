package dev.rowlock.diagnose.doctor;

/** Whether the doctor may lock rows. */
public enum Probing {
    /** It only reads, and locks nothing. */
    READ_ONLY,
    /**
     * Two sessions prove that SKIP LOCKED skips, NOWAIT answers and a batch's statement gives way. Locks up to three rows of each table for
     * a few statements. Writes nothing.
     */
    TWO_SESSIONS
}
