package dev.rowlock.claim;

import dev.rowlock.mysql.ConfigurationException;
import java.time.Duration;
import java.util.UUID;

/**
 * How one process works a table. All processes on a table that has no {@code lease_until} column must use the same lease length.
 * Immutable.
 *
 * @param lease how long a claim holds without being extended, 1 second to 24 hours
 * @param maxAttempts failed or abandoned attempts after which a row is dead, 1 to 10 000
 * @param backoff pause before a failed row is ready again
 * @param owner who claims, as written to the owner column
 */
public record LeaseSettings(Duration lease, int maxAttempts, Backoff backoff, String owner) {
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofHours(24);

    public LeaseSettings {
        if (lease.compareTo(SHORTEST) < 0 || lease.compareTo(LONGEST) > 0) {
            throw new ConfigurationException("a lease must be between 1 s and 24 h, not " + lease);
        }
        if (maxAttempts < 1 || maxAttempts > 10_000) {
            throw new ConfigurationException("the attempt limit must be 1 to 10000, not " + maxAttempts);
        }
        if (owner.isBlank()) {
            throw new ConfigurationException("the owner must not be blank");
        }
    }

    /** A minute's lease, 25 attempts, backoff from 1 s to 10 min, an owner name made of process id and chance. */
    public static LeaseSettings standard() {
        return new LeaseSettings(
                Duration.ofMinutes(1),
                25,
                Backoff.exponential(Duration.ofSeconds(1), Duration.ofMinutes(10)),
                ProcessHandle.current().pid() + "-"
                        + UUID.randomUUID().toString().substring(0, 8));
    }

    public LeaseSettings withLease(Duration length) {
        return new LeaseSettings(length, maxAttempts, backoff, owner);
    }

    public LeaseSettings withMaxAttempts(int attempts) {
        return new LeaseSettings(lease, attempts, backoff, owner);
    }

    public LeaseSettings withBackoff(Backoff pauses) {
        return new LeaseSettings(lease, maxAttempts, pauses, owner);
    }

    public LeaseSettings withOwner(String name) {
        return new LeaseSettings(lease, maxAttempts, backoff, name);
    }
}
