package dev.rowlock.queue.internal.line;

import dev.rowlock.queue.JobId;
import java.util.UUID;

/**
 * What one job holds of its line's limit. Immutable.
 *
 * @param number from 0 a place among those that run together; from {@link #FIRST_OF_RATE} a place in the line's rate
 * @param freeInMicros when a place in the rate may be used again; 0 for other places
 */
public record Slot(String line, int number, JobId job, long freeInMicros) {
    public static final int FIRST_OF_RATE = 1_000_000;

    /** The only one that an ordered line has. */
    static final int OF_ORDERED = 0;

    /** Where only the slot's name matters. */
    static final JobId NOBODY = new JobId(new UUID(0, 0));

    boolean isRate() {
        return number >= FIRST_OF_RATE;
    }
}
