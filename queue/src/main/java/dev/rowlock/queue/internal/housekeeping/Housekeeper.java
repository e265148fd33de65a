package dev.rowlock.queue.internal.housekeeping;

import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.RowlockException;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.internal.Rows;
import dev.rowlock.queue.internal.census.Counting;
import dev.rowlock.queue.internal.lookout.Sight;
import dev.rowlock.queue.internal.schedule.Firing;
import dev.rowlock.queue.internal.sql.HousekeepingStatements;
import dev.rowlock.queue.internal.sql.SlotStatements;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps house. Every process with workers has one. Delayed jobs are promoted by whoever knows that they are due: the process that delayed them, and one that
 * sees them overdue; schedules are fired by the process that holds the duty, and by one that sees them overdue; forgetting expired keys, days of history and the census are done by one process at a time, while it holds the duty.
 * It is told what a look saw and asks for nothing itself while there is nothing to do. What fails is logged and tried again; it never stops a worker.
 */
public final class Housekeeper implements Runnable {
    private static final Logger log = LoggerFactory.getLogger(Housekeeper.class);

    /** Whoever holds the duty comes first. */
    private static final long LATE = Duration.ofSeconds(1).toNanos();

    private static final Duration SOON = Duration.ofMinutes(1);
    private static final long AFTER_FAILURE = Duration.ofSeconds(1).toNanos();
    private static final long EXTEND_AFTER = Duty.LEASE.toNanos() / 3;
    private static final long UPKEEP_EVERY = Duration.ofMinutes(10).toNanos();

    private final String name;
    private final Transactions transactions;
    private final Promotion promotion;
    private final Firing firing;
    private final Partitions partitions;
    private final QuarantineUpkeep quarantine;
    private final LongSupplier ticker;
    private final Runnable promoted;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Due due = new Due();
    private final Due firings = new Due();
    private boolean dutyIsFree;
    private boolean poked;
    private boolean closed;

    private volatile boolean held;
    private @Nullable Duty duty;
    private @Nullable Counting counting;
    private long extendAt;
    private long upkeepAt;
    private long countAt;
    private long pausedUntil;
    private boolean fails;

    /**
     * One that does nothing yet.
     *
     * @param promoted called when jobs were made ready
     */
    public Housekeeper(String name, Transactions transactions, int keepDays, LongSupplier ticker, Runnable promoted) {
        this.name = name;
        this.transactions = transactions;
        this.promotion = new Promotion(transactions);
        this.firing = new Firing(transactions, ticker);
        this.partitions = new Partitions(transactions.dataSource(), keepDays);
        this.quarantine = new QuarantineUpkeep(transactions);
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
        if (held || until <= -LATE) {
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
        release();
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
        if (!held) {
            return dutyIsFree ? 0 : Math.min(due.until(now), firings.until(now));
        }
        if (poked && counting != null) {
            poked = false;
            counting.poke();
            countAt = Math.min(countAt - now, LATE) + now;
        }
        long until = Math.min(extendAt - now, Math.min(upkeepAt - now, countAt - now));
        return Math.min(until, Math.min(due.until(now), firings.until(now)));
    }

    private void step() {
        try {
            if (isDue(due)) {
                promote();
            }
            if (isDue(firings)) {
                fire();
            }
            hold();
            if (held) {
                keepHouse();
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
                firings.add(ticker.getAsLong() + wait + (held ? 0 : LATE));
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

    private void hold() {
        long now = ticker.getAsLong();
        boolean wanted = held ? now - extendAt >= 0 : isDutyFree();
        if (!wanted) {
            return;
        }
        Duty mine = duty;
        if (mine == null) {
            mine = new Duty(transactions, name);
            duty = mine;
        }
        boolean before = held;
        held = mine.hold();
        extendAt = now + EXTEND_AFTER;
        if (held && !before) {
            upkeepAt = now;
            countAt = now;
            counting = new Counting(transactions, ticker);
            log.info("{} keeps house", name);
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

    private void keepHouse() {
        long now = ticker.getAsLong();
        if (now - upkeepAt >= 0) {
            upkeepAt = now + UPKEEP_EVERY;
            forgetKeys();
            forgetRates();
            partitions.keep();
            quarantine.keep();
        }
        Counting mine = counting;
        if (mine != null && ticker.getAsLong() - countAt >= 0) {
            countAt = ticker.getAsLong() + AFTER_FAILURE;
            countAt = ticker.getAsLong() + mine.step().toNanos();
        }
    }

    private void forgetKeys() {
        forget(HousekeepingStatements.KEY_EXPIRE);
    }

    private void forgetRates() {
        forget(SlotStatements.SLOT_EXPIRE);
    }

    private void forget(String statement) {
        int forgotten;
        do {
            forgotten = transactions.inTransaction(
                    Isolation.READ_COMMITTED, connection -> new Call(connection, statement).update());
        } while (forgotten == Rows.MOST_NAMES && !isClosed());
    }

    private void failed(RuntimeException e) {
        if (!(e instanceof RowlockException)) {
            log.error("{} housekeeping failed", name, e);
        } else if (!fails) {
            fails = true;
            log.info("{} housekeeping fails, trying on reason=\"{}\"", name, e.getMessage());
        }
    }

    private void release() {
        Duty mine = duty;
        if (mine == null || !held) {
            return;
        }
        try {
            mine.release();
        } catch (RuntimeException e) {
            log.debug("{} duty not released, it runs out reason=\"{}\"", name, e.getMessage());
        }
    }
}
