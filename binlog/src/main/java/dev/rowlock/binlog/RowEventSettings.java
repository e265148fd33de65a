package dev.rowlock.binlog;

import dev.rowlock.mysql.ConfigurationException;
import java.time.Duration;

/**
 * How a stream judges its server. Immutable.
 *
 * @param connect how long a connection may take to come up, 100 ms to 1 min
 * @param heartbeat how often an idle server says that there is nothing new, 100 ms to 1 min; after five of them without a word the
 *     connection is taken for dead and made again
 * @param behindAfter a lag from which the stream is called behind, 100 ms to 1 h; on MariaDB, which logs whole seconds, at least 2 s
 */
public record RowEventSettings(Duration connect, Duration heartbeat, Duration behindAfter) {
    public RowEventSettings {
        within("connect", connect, Duration.ofMinutes(1));
        within("heartbeat", heartbeat, Duration.ofMinutes(1));
        within("behindAfter", behindAfter, Duration.ofHours(1));
    }

    /** Five seconds to connect, a heartbeat each second, behind from three seconds on. */
    public static RowEventSettings standard() {
        return new RowEventSettings(Duration.ofSeconds(5), Duration.ofSeconds(1), Duration.ofSeconds(3));
    }

    private static void within(String name, Duration value, Duration longest) {
        if (value.compareTo(Duration.ofMillis(100)) < 0 || value.compareTo(longest) > 0) {
            throw new ConfigurationException(name + " must be between 100 ms and " + longest + ", not " + value);
        }
    }
}
