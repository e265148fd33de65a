package dev.rowlock.claim.internal;

import dev.rowlock.claim.ClaimAnswer;
import dev.rowlock.claim.Lease;
import dev.rowlock.mysql.ConfigurationException;
import java.time.Duration;
import java.util.List;

/** What operations may be asked for, and how a batch claim is answered. */
public final class Bounds {
    private static final int MOST_ROWS = 10_000;

    /** Ten years: what time columns and their arithmetic surely hold. */
    private static final Duration LONGEST_DELAY = Duration.ofDays(3650);

    private Bounds() {}

    public static void rows(int limit) {
        if (limit < 1 || limit > MOST_ROWS) {
            throw new ConfigurationException("a batch must have 1 to " + MOST_ROWS + " rows, not " + limit);
        }
    }

    public static void delay(Duration delay) {
        if (delay.isNegative() || delay.compareTo(LONGEST_DELAY) > 0) {
            throw new ConfigurationException(
                    "a delay must be between 0 and " + LONGEST_DELAY.toDays() + " days, not " + delay);
        }
    }

    public static void reclaim(Protocol protocol, int limit) {
        rows(limit);
        if (!protocol.table().knowsExpiry()) {
            throw new ConfigurationException(protocol.table().name()
                    + " has neither a lease_until nor a claimed_at column, so it cannot be told which holders are gone: ALTER TABLE "
                    + protocol.table().name().quoted() + " ADD COLUMN `lease_until` DATETIME(6) NULL");
        }
    }

    public static ClaimAnswer answer(List<Lease> leases, int limit) {
        if (leases.isEmpty()) {
            return new ClaimAnswer.NothingVisible();
        }
        return leases.size() == limit ? new ClaimAnswer.Full(leases) : new ClaimAnswer.Short(leases);
    }
}
