package dev.rowlock.queue;

import dev.rowlock.mysql.ConfigurationException;

/**
 * What holds for all queues of one {@link Queues}. Immutable.
 *
 * @param largestPayload bytes a payload may have, 1 to 16 000 000; the server's {@code max_allowed_packet} has to be larger
 * @param historyDays whole days for which ended jobs and failed attempts are kept besides today, 1 to 3 660
 */
public record QueueSettings(int largestPayload, int historyDays) {
    private static final int STANDARD_PAYLOAD = 1 << 20;
    private static final int STANDARD_DAYS = 7;

    public QueueSettings {
        require(
                largestPayload >= 1 && largestPayload <= 16_000_000,
                "the largest payload must be 1 to 16000000 bytes, not " + largestPayload);
        require(
                historyDays >= 1 && historyDays <= 3_660,
                "history must be kept for 1 to 3660 days, not " + historyDays);
    }

    /** Payloads up to 1 MiB, a week of history. */
    public static QueueSettings standard() {
        return new QueueSettings(STANDARD_PAYLOAD, STANDARD_DAYS);
    }

    public QueueSettings withLargestPayload(int bytes) {
        return new QueueSettings(bytes, historyDays);
    }

    public QueueSettings withHistoryDays(int days) {
        return new QueueSettings(largestPayload, days);
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new ConfigurationException(message);
        }
    }
}
