package dev.rowlock.queue.internal.housekeeping;

import dev.rowlock.mysql.RowlockException;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.queue.internal.lookout.Sight;
import dev.rowlock.queue.internal.schedule.Firing;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps house. Every process with workers has one. Delayed jobs are promoted by whoever knows that they are due: the process that delayed them, and one that
 * sees them overdue; schedules are fired by the process that holds the duty, and by one that sees them overdue; the rest is done by one process at a time, while it holds the duty: {@link Tenure}.
 * It is told what a look saw and asks for nothing itself while there is nothing to do. What fails is logged and tried again; it never stops a worker.
 */
public final class Housekeeper implements Runnable {
    private static final Logger log = LoggerFactory.getLogger(Housekeeper.class);

    /** Whoever holds the duty comes first. */
    private static final long LATE = Duration.ofSeconds(1).toNanos();

    private static final Duration SOON = Duration.ofMinutes(1);
    private static final long AFTER_FAILURE = Duration.ofSeconds(1).toNanos();

    private final String name;
    private final Promotion promotion;
    private final Firing firing;
    private final Tenure tenure;
    private final LongSupplier ticker;
    private final Runnable promoted;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Due due = new Due();
    private final Due firings = new Due();
    private boolean dutyIsFree;
    private boolean poked;
    private boolean closed;

    private long pausedUntil;
    private boolean fails;

    /**
     * One that does nothing yet.
     *
     * @param promoted called when jobs were made ready
     */
    public Housekeeper(String name, Transactions transactions, int keepDays, LongSupplier ticker, Runnable promoted) {
        this.name = name;
        this.promotion = new Promotion(transactions);
        this.firing = new Firing(transactions, ticker);
        this.tenure = new Tenure(name, transactions, keepDays, ticker);
        this.ticker = ticker;
        this.promoted = promoted;
        this.pausedUntil = ticker.getAsLong();
    }

    /** What a look saw. */
    public void saw(Sight sight) {
        change(() -> {
            dutyIsFree = sight.dutyIsFree();
            poked |= !sight.ready().isEmpty();
            sight.untilDue().ifPresent(until -> expect(due, until));
            sight.untilFiring().ifPresent(until -> expect(firings, until));
        });
    }

    private void expect(Due times, Duration wait) {
        long until = wait.toNanos();
        if (tenure.isHeld() || until <= -LATE) {
            times.add(ticker.getAsLong() + Math.max(0, until));
        }
    }

    /** This process has put a job off, or enqueued one for later. */
    public void delayed(Duration until) {
        if (until.compareTo(SOON) <= 0) { // later than that somebody's look will find it
            change(() -> due.add(ticker.getAsLong() + until.toNanos()));
        }
    }

    public void close() {
        change(() -> closed = true);
    }

    private void change(Runnable change) {
        lock.lock();
        try {
            change.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void run() {
        try {
            while (awaitSomethingToDo()) {
                step();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        tenure.release();
    }

    private boolean awaitSomethingToDo() throws InterruptedException {
        lock.lock();
        try {
            for (long until = until(); !closed && until > 0; until = until()) {
                changed.awaitNanos(until);
            }
            return !closed;
        } finally {
            lock.unlock();
        }
    }

    private long until() {
        long now = ticker.getAsLong();
        if (pausedUntil - now > 0) {
            return pausedUntil - now;
        }
        long until = Math.min(due.until(now), firings.until(now));
        if (!tenure.isHeld()) {
            return dutyIsFree ? 0 : until;
        }
        if (poked) {
            poked = false;
            tenure.poke(now);
        }
        return Math.min(until, tenure.until(now));
    }

    private void step() {
        try {
            if (isDue(due)) {
                promote();
            }
            if (isDue(firings)) {
                fire();
            }
            if (tenure.isHeld() ? tenure.isToBeExtended() : isDutyFree()) {
                tenure.hold();
            }
            if (tenure.isHeld()) {
                tenure.keepHouse(this::isClosed);
            }
            fails = false;
        } catch (RuntimeException e) {
            failed(e);
            pausedUntil = ticker.getAsLong()
                    + AFTER_FAILURE
                    + ThreadLocalRandom.current().nextLong(AFTER_FAILURE);
        }
    }

    private boolean isDue(Due times) {
        lock.lock();
        try {
            return times.until(ticker.getAsLong()) <= 0;
        } finally {
            lock.unlock();
        }
    }

    private void promote() {
        long begun = ticker.getAsLong();
        Promotion.Result result = promotion.promote();
        while (result.more() && !isClosed()) {
            promoted.run();
            result = promotion.promote();
        }
        if (result.moved() > 0) {
            promoted.run();
        }
        change(() -> due.seenTo(begun));
    }

    private void fire() {
        long begun = ticker.getAsLong();
        Firing.Result result = firing.fire();
        if (result.jobs() > 0) {
            promoted.run();
        }
        change(() -> {
            firings.seenTo(begun);
            result.untilNext().filter(until -> until.compareTo(SOON) <= 0).ifPresent(until -> {
                long wait = Math.max(until.toNanos(), result.fails() ? AFTER_FAILURE : 0);
                firings.add(ticker.getAsLong() + wait + (tenure.isHeld() ? 0 : LATE));
            });
        });
    }

    private boolean isClosed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }

    private boolean isDutyFree() {
        lock.lock();
        try {
            boolean free = dutyIsFree;
            dutyIsFree = false; // until the next look
            return free;
        } finally {
            lock.unlock();
        }
    }

    private void failed(RuntimeException e) {
        if (!(e instanceof RowlockException)) {
            log.error("{} housekeeping failed", name, e);
        } else if (!fails) {
            fails = true;
            log.info("{} housekeeping fails, trying on reason=\"{}\"", name, e.getMessage());
        }
    }
}
