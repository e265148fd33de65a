package dev.rowlock.batch.internal;

import dev.rowlock.claim.Lease;
import dev.rowlock.pacing.Ticker;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The right to pace a run, which one process has at a time: a lease on the run's row. When that process dies, another takes it. Used by the pulse's thread alone. */
final class PacingRight {
    private static final Logger log = LoggerFactory.getLogger(PacingRight.class);

    /** How long a run keeps its last rate when the process that paced it died. */
    static final Duration LEASE = Duration.ofSeconds(5);

    private static final Duration RENEW_EVERY = Duration.ofMillis(1_500);

    private final Claims claims;
    private final long run;
    private final Ticker ticker;
    private @Nullable Lease leaseOrNull;
    private Duration renewed = Duration.ZERO;

    PacingRight(Claims claims, long run, Ticker ticker) {
        this.claims = claims;
        this.run = run;
        this.ticker = ticker;
    }

    boolean isHeld() {
        return leaseOrNull != null;
    }

    /** Takes it, if nobody else has it. Locks: one row of ours, for a claim. */
    boolean take() {
        if (leaseOrNull == null) {
            claims.reclaim();
            Optional<Lease> taken = claims.pacing(run);
            renewed = ticker.now();
            leaseOrNull = taken.orElse(null);
        }
        return isHeld();
    }

    /** Keeps it for longer if that is due; false when it is lost. */
    boolean renew() {
        Lease lease = leaseOrNull;
        if (lease != null && ticker.now().minus(renewed).compareTo(RENEW_EVERY) >= 0) {
            renewed = ticker.now();
            leaseOrNull = claims.extendPacing(lease).orElse(null);
        }
        return isHeld();
    }

    /** What fences the writes of whoever has it. */
    long token() {
        Lease lease = leaseOrNull;
        if (lease == null) {
            throw new IllegalStateException("this process does not pace run " + run);
        }
        return lease.fence().token().orElseThrow();
    }

    /** Gives it back, so that nobody has to wait for its end. */
    void release() {
        Lease lease = leaseOrNull;
        leaseOrNull = null;
        if (lease != null) {
            try {
                claims.releasePacing(lease);
            } catch (RuntimeException e) {
                log.debug("batch run={} pacing lease runs out by itself reason=\"{}\"", run, e.getMessage());
            }
        }
    }
}
