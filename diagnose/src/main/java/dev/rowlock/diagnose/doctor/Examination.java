package dev.rowlock.diagnose.doctor;

import java.time.Duration;

/**
 * One thing the doctor looked at.
 *
 * @param id which examination, such as {@code open-transactions}
 * @param about {@code server}, or the table with its schema
 * @param outcome how it went
 * @param took how long it took, waiting for the server included
 */
public record Examination(String id, String about, Outcome outcome, Duration took) {
    /** How an examination went. */
    public enum Outcome {
        /** Nothing to mend. */
        FINE,
        /** It has findings. */
        FOUND,
        /** It could not be made: a right is missing, or the server refused or took too long. A note says which. */
        NOT_MADE
    }
}
