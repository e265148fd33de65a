package dev.rowlock.claim.work.internal;

import dev.rowlock.claim.ClaimAnswer;
import dev.rowlock.claim.ColumnRole;
import dev.rowlock.claim.LeaseState;
import dev.rowlock.claim.LeaseTable;
import dev.rowlock.claim.Reclaimed;
import dev.rowlock.claim.work.WhenEmpty;
import dev.rowlock.claim.work.WorkSettings;
import dev.rowlock.mysql.RowlockException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings rows in: claims when there is room, takes back rows of holders that are gone, and knows when there is nothing left to do. */
final class Intaker implements Runnable {
    private static final Logger log = LoggerFactory.getLogger(Intaker.class);

    private static final int RECLAIM_ROWS = 500;
    private static final Duration SHORTEST_RECLAIM = Duration.ofSeconds(1);
    private static final Duration LONGEST_RECLAIM = Duration.ofSeconds(15);
    private static final long NEVER = Long.MAX_VALUE / 4;

    private final WorkSettings settings;
    private final LeaseTable table;
    private final IntakeDesk desk;
    private final HandlerDesk handlers;
    private final Runners runners;
    private final Tally tally;
    private final Runnable atEnd;
    private final Pause idle;
    private final Pause errors = Pause.afterErrors();
    private final long reclaimEvery;
    private final boolean knowsExpiry;
    private long claimAt;
    private long reclaimAt;
    private boolean claimFails;
    private boolean reclaimFails;

    Intaker(
            WorkSettings settings,
            LeaseTable table,
            IntakeDesk desk,
            HandlerDesk handlers,
            Runners runners,
            Tally tally,
            Runnable atEnd) {
        this.settings = settings;
        this.table = table;
        this.desk = desk;
        this.handlers = handlers;
        this.runners = runners;
        this.tally = tally;
        this.atEnd = atEnd;
        this.idle = new Pause(settings.shortestPause(), settings.longestPause());
        this.reclaimEvery = reclaimEvery(table.settings().lease()).toNanos();
        this.knowsExpiry = table.columns().contains(ColumnRole.LEASE_UNTIL)
                || table.columns().contains(ColumnRole.CLAIMED_AT);
    }

    static Duration reclaimEvery(Duration lease) {
        Duration quarter = lease.dividedBy(4);
        return quarter.compareTo(SHORTEST_RECLAIM) < 0
                ? SHORTEST_RECLAIM
                : quarter.compareTo(LONGEST_RECLAIM) > 0 ? LONGEST_RECLAIM : quarter;
    }

    @Override
    public void run() {
        long now = settings.ticker().getAsLong();
        claimAt = now;
        // Several workers start together and should not reclaim together.
        reclaimAt = now + (knowsExpiry ? ThreadLocalRandom.current().nextLong(reclaimEvery / 2) : NEVER);
        if (!knowsExpiry) {
            log.warn(
                    "{} cannot tell which holders are gone: the table has neither a lease_until nor a claimed_at column table={}",
                    settings.name(),
                    table.name());
        }
        try {
            for (; ; ) {
                switch (desk.await(claimAt, reclaimAt)) {
                    case CLAIM -> claim();
                    case RECLAIM -> reclaim();
                    case STOP -> {
                        return;
                    }
                }
                runners.dispatch();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            atEnd.run();
        }
    }

    private void claim() {
        try {
            ClaimAnswer answer = table.claim(settings.batch());
            works();
            if (answer instanceof ClaimAnswer.NothingVisible) {
                if (settings.whenEmpty() == WhenEmpty.END && isEmpty()) {
                    desk.close();
                    return;
                }
                claimAt = settings.ticker().getAsLong() + idle.next();
            } else {
                idle.reset();
                tally.claimed(answer.leases().size());
                desk.took(answer.leases(), handlers);
                claimAt = settings.ticker().getAsLong();
            }
        } catch (RuntimeException e) {
            claimAt = settings.ticker().getAsLong() + errors.next();
            claimFailed(e);
        }
    }

    private boolean isEmpty() {
        if (!desk.isIdle()) {
            return false;
        }
        if (knowsExpiry) {
            if (table.isAny(LeaseState.PROCESSING)) {
                reclaim();
                return false;
            }
            // A row may be on its way from ready to processing, or back, between two looks.
            return !table.isAnyDue() && !table.isAny(LeaseState.PROCESSING) && !table.isAnyDue();
        }
        return !table.isAnyDue();
    }

    private void reclaim() {
        long now = settings.ticker().getAsLong();
        reclaimAt = now + reclaimEvery - ThreadLocalRandom.current().nextLong(reclaimEvery / 4);
        try {
            Reclaimed reclaimed = table.reclaim(RECLAIM_ROWS);
            if (reclaimed.count() > 0) {
                log.info(
                        "{} took rows from holders that are gone ready={} dead={}",
                        settings.name(),
                        reclaimed.ready().size(),
                        reclaimed.dead().size());
                tally.reclaimed(reclaimed);
                desk.rowsAppeared();
            }
            if (reclaimed.count() == RECLAIM_ROWS) {
                reclaimAt = now;
            }
            reclaimFails = false;
        } catch (RuntimeException e) {
            reclaimFailed(e);
        }
    }

    /** Never stops it: others reclaim as well, and the next time may do. */
    private void reclaimFailed(RuntimeException e) {
        if (!(e instanceof RowlockException)) {
            log.error("{} reclaim failed", settings.name(), e);
        } else if (!reclaimFails) {
            reclaimFails = true;
            log.info("{} reclaim fails, trying on reason=\"{}\"", settings.name(), e.getMessage());
        }
    }

    private void works() {
        errors.reset();
        if (claimFails) {
            claimFails = false;
            log.info("{} claims again table={}", settings.name(), table.name());
            tally.tell(tally.listener()::claimsWork);
        }
    }

    private void claimFailed(RuntimeException e) {
        if (!(e instanceof RowlockException failure)) {
            log.error("{} claim failed", settings.name(), e);
        } else if (!claimFails) {
            claimFails = true;
            log.info("{} claim fails, trying on reason=\"{}\"", settings.name(), e.getMessage());
            tally.tell(() -> tally.listener().claimsFail(failure));
        }
    }
}
