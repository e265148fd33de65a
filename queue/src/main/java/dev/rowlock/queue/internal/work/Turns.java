package dev.rowlock.queue.internal.work;

import java.time.Duration;
import java.util.List;

/** When the cycle has something to do: results to write, room for more jobs. Guarded by the desk's lock. */
final class Turns {
    /** Results of one transaction. */
    private static final int MOST_RESULTS = 1_000;

    /** A result waits this long for others, so that a commit carries more than one; it delays nobody, the lease stands. */
    private static final long LINGER = Duration.ofMillis(5).toNanos();

    private final Plan plan;
    private final Holdings holdings;
    private long claimAt;
    private long writeAt;
    private boolean woken;
    private boolean heartbeatFails;
    private boolean draining;

    Turns(Plan plan, Holdings holdings, long now) {
        this.plan = plan;
        this.holdings = holdings;
        this.claimAt = now;
        this.writeAt = now;
    }

    /** How long until there is something to do; not positive when there is. */
    long until(long now, boolean closing) {
        return Math.min(untilResults(now, closing), untilClaim(now, closing));
    }

    /** What there is to do now. */
    Turn take(long now, boolean closing) {
        boolean claims = untilClaim(now, closing) <= 0;
        woken &= !claims;
        List<Held> results = now - writeAt >= 0 ? holdings.firstEnded(MOST_RESULTS) : List.of();
        return new Turn(results, claims ? plan.batch() : 0);
    }

    private long untilClaim(long now, boolean closing) {
        return !closing && hasRoom() ? claimAt - now : Long.MAX_VALUE;
    }

    private long untilResults(long now, boolean closing) {
        List<Held> first = holdings.firstEnded(1);
        if (first.isEmpty()) {
            return Long.MAX_VALUE;
        }
        if (writeAt - now > 0) {
            return writeAt - now;
        }
        boolean moreToCome = holdings.running() > 0 || holdings.waiting() > 0;
        boolean full = holdings.ended() >= Math.min(MOST_RESULTS, plan.batch());
        return full || closing || !moreToCome ? 0 : first.get(0).endedAt + LINGER - now;
    }

    /** A worker that cannot extend what it holds does not claim more; one that holds nothing has nothing to prove. */
    private boolean hasRoom() {
        // Results that this cycle writes make room.
        int kept = holdings.size() - Math.min(holdings.ended(), MOST_RESULTS);
        return !draining
                && (holdings.size() == 0 || !heartbeatFails)
                && holdings.waiting() < plan.concurrency()
                && kept + plan.batch() <= plan.mostHeld();
    }

    /** When to claim next, at the latest; at once when somebody woke the worker while the last claim was under way. */
    void claimIn(long nanos, long now) {
        claimAt = now + (woken ? 0 : nanos);
    }

    void claimNoMore() {
        draining = true;
    }

    /** Claims at once. */
    void wake(long now) {
        woken = true;
        claimAt = now;
    }

    /** The server takes nothing now: nothing is written for so long. */
    void writeIn(long nanos, long now) {
        writeAt = now + nanos;
    }

    /** Extensions do not reach the server: nothing is claimed until they do. */
    void heartbeatFails() {
        heartbeatFails = true;
    }

    void heartbeatWorks() {
        heartbeatFails = false;
    }
}
