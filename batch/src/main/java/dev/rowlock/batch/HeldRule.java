package dev.rowlock.batch;

import dev.rowlock.mysql.ConfigurationException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How long a batch comes back to rows that others held when it passed. Immutable.
 *
 * @param giveUpOrNull time after the scan's end for which a shard is tried again; {@code null} until none is left
 */
public record HeldRule(@Nullable Duration giveUpOrNull) {
    public HeldRule {
        if (giveUpOrNull != null && giveUpOrNull.isNegative()) {
            throw new ConfigurationException("held rows cannot be given up after " + giveUpOrNull);
        }
    }

    /** Until none is left. */
    public static HeldRule untilNone() {
        return new HeldRule(null);
    }

    /** For some time; what is held then is reported. */
    public static HeldRule giveUpAfter(Duration time) {
        return new HeldRule(time);
    }

    public Optional<Duration> giveUp() {
        return Optional.ofNullable(giveUpOrNull);
    }
}
