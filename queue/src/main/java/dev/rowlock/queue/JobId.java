package dev.rowlock.queue;

import dev.rowlock.mysql.ConfigurationException;
import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * The name of a job: a UUID of version 7, made where the job is enqueued, by the database's clock. Immutable.
 *
 * @param uuid as people write it
 */
public record JobId(UUID uuid) implements Comparable<JobId> {
    /**
     * Reads what {@link #toString} wrote.
     *
     * @throws ConfigurationException when it is no UUID
     */
    public static JobId parse(String text) {
        try {
            return new JobId(UUID.fromString(text));
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(
                    "not the id of a job: '" + text + "'; ids look like 01936b2e-7c1f-7d3a-9a52-3f1c0a7be001", e);
        }
    }

    /** From the sixteen bytes of a table's column. */
    public static JobId of(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return new JobId(new UUID(buffer.getLong(), buffer.getLong()));
    }

    /** As the tables keep it, sixteen bytes that sort by time; to be bound as a parameter. */
    public ByteBuffer bytes() {
        return ByteBuffer.allocate(16)
                .putLong(uuid.getMostSignificantBits())
                .putLong(uuid.getLeastSignificantBits())
                .flip();
    }

    /** By time, as the server sorts the bytes. */
    @Override
    public int compareTo(JobId other) {
        int high = Long.compareUnsigned(uuid.getMostSignificantBits(), other.uuid.getMostSignificantBits());
        return high != 0
                ? high
                : Long.compareUnsigned(uuid.getLeastSignificantBits(), other.uuid.getLeastSignificantBits());
    }

    @Override
    public String toString() {
        return uuid.toString();
    }
}
