package dev.rowlock.queue;

/**
 * How urgent a job is. Claims take the more urgent first, and now and then begin further down, so that no lane starves (B8). The order
 * of the constants is what the tables keep.
 */
public enum Priority {
    URGENT,
    HIGH,
    NORMAL,
    LOW;

    /** From the number in a table. */
    static Priority of(int number) {
        return values()[number];
    }
}
