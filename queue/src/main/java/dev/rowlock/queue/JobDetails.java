package dev.rowlock.queue;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * All that is kept of one job. Immutable. A job that has ended has no priority, headers and payload any more.
 *
 * @param maxAttempts 0 when it is no longer kept
 * @param at by the database's clock: when its lease ends, when it is due, or when it ended or was given up; 1970 for a ready job
 * @param payload read-only
 */
public record JobDetails(
        JobStatus status,
        Optional<Priority> priority,
        int maxAttempts,
        Instant at,
        Map<String, String> headers,
        Optional<ByteBuffer> payload) {
    public JobDetails {
        headers = Map.copyOf(headers);
        payload = payload.map(ByteBuffer::asReadOnlyBuffer);
    }

    /** Each reader gets a position of its own. */
    @Override
    public Optional<ByteBuffer> payload() {
        return payload.map(ByteBuffer::duplicate);
    }
}
