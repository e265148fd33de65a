package dev.rowlock.queue.internal.line;

import dev.rowlock.queue.JobId;
import org.jspecify.annotations.Nullable;

/**
 * A job that waits in a line.
 *
 * @param early whether its time has not come
 * @param slot what it was given; {@link Ties#NO_SLOT} for nothing
 */
@SuppressWarnings("ArrayRecordComponent") // read once, by the claim that took it
public record LinedJob(
        String line,
        long seq,
        JobId id,
        int priority,
        boolean early,
        int slot,
        long token,
        int attempts,
        int maxAttempts,
        @Nullable String unique,
        String kind,
        String headers,
        byte[] payload) {
    private static final byte[] NOTHING = {};

    /** Only where it stands. */
    static LinedJob at(String line, long seq, JobId id, int priority, boolean early) {
        return new LinedJob(line, seq, id, priority, early, Ties.NO_SLOT, 0, 0, 0, null, "", "", NOTHING);
    }

    LinedJob with(int number) {
        return new LinedJob(
                line, seq, id, priority, early, number, token, attempts, maxAttempts, unique, kind, headers, payload);
    }

    public Ties ties() {
        return new Ties(line, slot, unique);
    }

    public Place place() {
        return new Place(priority, id);
    }
}
