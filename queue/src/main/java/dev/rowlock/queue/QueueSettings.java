package dev.rowlock.queue;

import dev.rowlock.mysql.ConfigurationException;

/**
 * What holds for all queues of one {@link Queues}. Immutable.
 *
 * @param largestPayload bytes a payload may have, 1 to 16 000 000; the server's {@code max_allowed_packet} has to be larger
 */
public record QueueSettings(int largestPayload) {
    private static final int STANDARD_PAYLOAD = 1 << 20;

    public QueueSettings {
        if (largestPayload < 1 || largestPayload > 16_000_000) {
            throw new ConfigurationException("the largest payload must be 1 to 16000000 bytes, not " + largestPayload);
        }
    }

    /** Payloads up to 1 MiB. */
    public static QueueSettings standard() {
        return new QueueSettings(STANDARD_PAYLOAD);
    }
}
