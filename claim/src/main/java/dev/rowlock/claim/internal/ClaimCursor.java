package dev.rowlock.claim.internal;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Where this process's next batch claim starts (facts 2). Claims go on from where the last one got to, so that what lies before costs
 * nothing; a sweep from the start catches rows that appeared behind: late commits, retries, reclaimed rows.
 *
 * <p>Sweeps pay for themselves: after one that took long the next waits twenty times as long, so they use at most a twentieth of the
 * time however many rows they walk over, and no agreement between processes is needed. Thread-safe; two claimers that run at once cost
 * at most a second look at the same rows.
 */
public final class ClaimCursor {
    /** Where a claim starts. */
    public record Start(@Nullable Position from, boolean sweep) {}

    private static final Duration BETWEEN_SWEEPS = Duration.ofSeconds(1);
    private static final int SHARE = 20;

    /** Rows this process put back itself are known to be there: looking for them may take a quarter of the time. */
    private static final int SHARE_WANTED = 4;

    private final LongSupplier ticker;
    private @Nullable Position position;
    private long lastSweep;
    private long sweepCost;
    private boolean swept;
    private boolean sweepWanted;

    public ClaimCursor(LongSupplier ticker) {
        this.ticker = ticker;
    }

    /** Where the next claim starts: at the start when a sweep is due. */
    public synchronized Start next() {
        long now = ticker.getAsLong();
        long since = now - lastSweep;
        long rest = sweepWanted ? SHARE_WANTED * sweepCost : Math.max(BETWEEN_SWEEPS.toNanos(), SHARE * sweepCost);
        boolean due = !swept || since >= rest;
        if (due) {
            beginSweep(now);
            return new Start(null, true);
        }
        return new Start(position, false);
    }

    /** Whether a claim that found nothing from the position may look from the start at once. */
    public synchronized boolean mayLookFromStart() {
        long now = ticker.getAsLong();
        if (position == null || now - lastSweep < SHARE * sweepCost) {
            return false;
        }
        beginSweep(now);
        return true;
    }

    private void beginSweep(long now) {
        swept = true;
        sweepWanted = false;
        lastSweep = now;
    }

    /** Reports where a claim got to, and what looking for rows cost. */
    public synchronized void reached(Start start, BatchClaim.Result result) {
        if (start.sweep()) {
            sweepCost = result.searchNanos();
        }
        if (result.reached() != null) {
            position = result.reached();
        }
    }

    /** Rows became ready behind the position, by this process's own doing: the next claim sweeps. */
    public synchronized void rowsAppearedBehind() {
        sweepWanted = true;
    }
}
