package dev.rowlock.queue.internal.work;

import dev.rowlock.queue.internal.line.Place;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** When the cycle has something to do: results to write, room for more jobs. Guarded by the desk's lock. */
final class Turns {
    /** A result waits this long for others, so that a commit carries more than one; it delays nobody, the lease stands. */
    private static final long LINGER = Duration.ofMillis(5).toNanos();

    /** Of more than this a claim of whatever there is finds some. */
    private static final int MOST_HEARD = 200;

    private final Plan plan;
    private final Holdings holdings;
    private final Seats seats;
    private final Drain drain = new Drain();
    private final Set<Place> heard = new LinkedHashSet<>();
    private long claimAt;
    private long writeAt;
    private long figuresAt;
    private boolean figures;
    private boolean woken;
    private boolean shortly;
    private boolean heartbeatFails;
    private boolean draining;
    private boolean flows;

    Turns(Plan plan, Holdings holdings, Seats seats, long now) {
        this.plan = plan;
        this.holdings = holdings;
        this.seats = seats;
        this.claimAt = now;
        this.writeAt = now;
    }

    /** How long until there is something to do; not positive when there is. */
    long until(long now, boolean closing) {
        return Math.min(untilFigures(now), Math.min(untilResults(now, closing), untilClaim(now, closing)));
    }

    private long untilFigures(long now) {
        return figures ? Math.max(figuresAt - now, writeAt - now) : Long.MAX_VALUE;
    }

    /** What there is to do now. */
    Turn take(long now, boolean closing) {
        boolean whole = isWholeClaimDue(now, closing);
        List<Place> places = whole || untilClaim(now, closing) > 0 ? List.of() : List.copyOf(heard);
        boolean claims = whole || !places.isEmpty();
        if (claims) {
            drain.cycleBegins(now);
            heard.clear();
        }
        woken &= !whole;
        shortly &= !whole;
        figures &= untilFigures(now) > 0;
        // Otherwise they go with the claim, whose commit carries them for nothing.
        boolean waits = claims && claimFlows(now) && untilResults(now, closing) > 0;
        boolean writes = now - writeAt >= 0 && !waits;
        List<Held> results = writes ? holdings.firstEnded(Plan.MOST_RESULTS) : List.of();
        return new Turn(results, claims ? plan.batch() : 0, places);
    }

    private boolean isWholeClaimDue(long now, boolean closing) {
        // One that is due shortly goes with results, whose commit carries it for nothing; one of jobs heard of is
        // quicker alone.
        return !closing
                && hasRoom(now)
                && (claimAt - now <= 0 || (shortly && heard.isEmpty() && untilResults(now, closing) <= 0));
    }

    private long untilClaim(long now, boolean closing) {
        if (closing || !hasRoom(now)) {
            return Long.MAX_VALUE;
        }
        return heard.isEmpty() ? claimAt - now : 0;
    }

    private long untilResults(long now, boolean closing) {
        List<Held> first = holdings.firstEnded(1);
        if (first.isEmpty()) {
            return Long.MAX_VALUE;
        }
        if (writeAt - now > 0) {
            return writeAt - now;
        }
        boolean moreToCome = holdings.running() > 0 || holdings.waiting() > 0 || claimFlows(now);
        boolean full = holdings.ended() >= (flows ? plan.resultsTogether() : Math.min(Plan.MOST_RESULTS, plan.batch()));
        return full || closing || !moreToCome ? 0 : first.get(0).endedAt + LINGER - now;
    }

    /** Whether a claim is due that needs no result written first and will bring more. */
    private boolean claimFlows(long now) {
        return flows && claimAt - now <= 0 && hasRoom(holdings.size(), now);
    }

    /** A worker that cannot extend what it holds takes no more; one that holds nothing has nothing to prove. */
    boolean takesMore() {
        return !draining && (holdings.size() == 0 || !heartbeatFails);
    }

    /** Whether it is to claim again whatever the claim under way finds. */
    boolean isWoken() {
        return woken || hears();
    }

    /** Whether it has been told of jobs that no claim has looked for yet. */
    boolean hears() {
        return !heard.isEmpty();
    }

    private boolean hasRoom(long now) {
        // Results that this cycle writes make room.
        return hasRoom(holdings.size() - Math.min(holdings.ended(), Plan.MOST_RESULTS), now);
    }

    private boolean hasRoom(int kept, long now) {
        int seated = seats.kept(now);
        return takesMore()
                && (holdings.waiting() + seated < plan.concurrency()
                        || (flows && drain.isWithinACycle(holdings.waiting() + seated)))
                && kept + seated + plan.batch() <= plan.mostHeld();
    }

    /**
     * How many the last claim brought. After a full one the next will bring more: results of small batches then wait for those of the next one, which
     * saves every second writing of results.
     */
    void claimed(int jobs, long now) {
        flows = jobs >= plan.batch();
        drain.handedOut(now);
    }

    /** The cycle is over. */
    void cycleEnds(long now) {
        drain.cycleEnds(now);
    }

    /** A handler is through with a job. */
    void ended(long now) {
        drain.ended(now);
    }

    /** Figures are to be written, with the next cycle or in one of their own. */
    void figuresIn(long nanos, long now) {
        if (!figures) {
            figures = true;
            figuresAt = now + nanos;
        }
    }

    /** When to claim next, at the latest; at once when somebody woke the worker while the last claim was under way. */
    void claimIn(long nanos, long now) {
        claimAt = now + (woken ? 0 : nanos);
        shortly = false;
    }

    /** After a claim that took all there was: the same, and sooner when results are written before. */
    void claimShortly(long nanos, long now) {
        claimIn(nanos, now);
        shortly = true;
    }

    /** After a claim of jobs that were heard of: the same, and no later than it would have been without. */
    void claimShortlyAsWell(long nanos, long now) {
        long at = now + nanos;
        claimAt = claimAt - at > 0 ? at : claimAt;
        shortly = true;
    }

    void claimNoMore() {
        draining = true;
    }

    /** Claims at once. */
    void wake(long now) {
        woken = true;
        claimAt = now;
    }

    /** Claims these at once, and nothing else; when a claim of whatever there is comes first, it is for these, too. */
    void hear(List<Place> places, long now) {
        heard.addAll(places);
        if (heard.size() > MOST_HEARD) {
            wake(now);
        }
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
