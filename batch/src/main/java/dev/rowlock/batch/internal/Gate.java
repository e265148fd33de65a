package dev.rowlock.batch.internal;

import dev.rowlock.pacing.Ticker;
import dev.rowlock.pacing.TokenBucket;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Where the threads of one process wait before each chunk: for the run to go on, and for rows of the rate. Thread-safe. */
final class Gate {
    /** What a thread may do. */
    enum Pass {
        GO,
        /** Not yet: look after the lease, then ask again. */
        WAIT,
        LEAVE
    }

    private enum State {
        OPEN,
        SHUT,
        LEAVING
    }

    private final TokenBucket bucket;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private static final double BURST_SECONDS = 0.25;

    /** Of each three moments two are left to online traffic (decision 31). */
    private static final int LEFT_TO_OTHERS = 2;

    private final LongAdder touched = new LongAdder();
    private final LongAdder nanosWaited = new LongAdder();
    private final Ticker ticker;
    private State state = State.SHUT;
    private volatile @Nullable Duration chunkOrNull;
    private volatile double rate;
    private volatile boolean shares;

    Gate(Ticker ticker) {
        this.ticker = ticker;
        this.bucket = TokenBucket.of(ticker, 0);
    }

    /** Waits for room for that many rows, at most for a time. */
    Pass await(long rows, Duration most) throws InterruptedException {
        Duration start = ticker.now();
        lock.lock();
        try {
            while (true) {
                if (state == State.LEAVING) {
                    return Pass.LEAVE;
                }
                if (state == State.OPEN && bucket.tryTake(rows)) {
                    return Pass.GO;
                }
                Duration left = most.minus(ticker.now().minus(start));
                if (left.isNegative() || left.isZero()) {
                    return Pass.WAIT;
                }
                Duration pause = state == State.OPEN ? bucket.delay() : left;
                changed.awaitNanos(Math.max(50_000, Math.min(pause.toNanos(), left.toNanos())));
            }
        } finally {
            lock.unlock();
            nanosWaited.add(ticker.now().minus(start).toNanos());
        }
    }

    /** Waits, whatever the rate; false when the worker leaves. */
    boolean rest(Duration time) throws InterruptedException {
        Duration start = ticker.now();
        lock.lock();
        try {
            while (state != State.LEAVING) {
                Duration left = time.minus(ticker.now().minus(start));
                if (left.isNegative() || left.isZero()) {
                    return true;
                }
                changed.awaitNanos(left.toNanos());
            }
            return false;
        } finally {
            lock.unlock();
            nanosWaited.add(ticker.now().minus(start).toNanos());
        }
    }

    /** From now on threads leave most of the time to online traffic: see {@link #share}. */
    void shareTime(boolean wanted) {
        shares = wanted;
    }

    /** After a chunk that held rows for that long: waits twice that, where the time is shared with online traffic. */
    void share(Duration held) throws InterruptedException {
        if (shares) {
            rest(held.multipliedBy(LEFT_TO_OTHERS));
        }
    }

    /** The most rows that are wanted at once at the present rate: larger chunks would make it a rate of stops and bursts. */
    int burst() {
        return (int) Math.max(1, Math.min(Integer.MAX_VALUE, rate * BURST_SECONDS));
    }

    /** Rows that were taken and not touched come back; those touched count as used. */
    void touched(long taken, long rows) {
        touched.add(rows);
        if (taken != rows) {
            bucket.giveBack(taken - rows);
        }
    }

    long rowsTouched() {
        return touched.sum();
    }

    /** Time that all threads together have waited here. */
    Duration waited() {
        return Duration.ofNanos(nanosWaited.sum());
    }

    void open(double newRate) {
        rate = newRate;
        bucket.setRate(newRate);
        become(State.OPEN);
    }

    /** How long a chunk may hold its rows from now on; {@code null} for what the plan says. */
    void limitChunks(@Nullable Duration time) {
        chunkOrNull = time;
    }

    /** How long a chunk may hold its rows: what the pacing process found out, and never more than the plan says. */
    Duration chunk(Duration planned) {
        Duration limit = chunkOrNull;
        return limit == null || limit.compareTo(planned) > 0 ? planned : limit;
    }

    void shut() {
        become(State.SHUT);
    }

    void leave() {
        become(State.LEAVING);
    }

    boolean isLeaving() {
        lock.lock();
        try {
            return state == State.LEAVING;
        } finally {
            lock.unlock();
        }
    }

    private void become(State next) {
        lock.lock();
        try {
            if (state != State.LEAVING) {
                state = next;
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
