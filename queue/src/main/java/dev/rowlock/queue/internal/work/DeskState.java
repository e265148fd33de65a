package dev.rowlock.queue.internal.work;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** What a worker's threads share: one lock, what they wait for, and what the lock guards. No statement is sent under it. */
final class DeskState {
    final Plan plan;
    final LongSupplier ticker;

    /** There may be something for the cycle to do. */
    final Condition turnChanged;

    /** There may be a job for a handler, or there will be none any more. */
    final Condition jobsChanged;

    /** The worker has finished. */
    final Condition ended;

    /** Less is held or runs than before. */
    final Condition quieter;

    final Holdings holdings = new Holdings();
    final Seats seats = new Seats();
    final Turns turns;
    boolean cycleRuns;
    boolean closing;
    boolean finished;

    private final ReentrantLock lock = new ReentrantLock();

    DeskState(Plan plan, LongSupplier ticker) {
        this.plan = plan;
        this.ticker = ticker;
        this.turns = new Turns(plan, holdings, seats, ticker.getAsLong());
        this.turnChanged = lock.newCondition();
        this.jobsChanged = lock.newCondition();
        this.ended = lock.newCondition();
        this.quieter = lock.newCondition();
    }

    long now() {
        return ticker.getAsLong();
    }

    void lock() {
        lock.lock();
    }

    void unlock() {
        lock.unlock();
    }

    void locked(Runnable action) {
        lock.lock();
        try {
            action.run();
        } finally {
            lock.unlock();
        }
    }

    boolean asks(BooleanSupplier question) {
        lock.lock();
        try {
            return question.getAsBoolean();
        } finally {
            lock.unlock();
        }
    }
}
