package dev.rowlock.queue.internal.work;

import dev.rowlock.queue.internal.line.Place;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Where jobs are handed from the cycle to handlers and their results back. What heartbeats ask is {@link Vigil}, what closing asks
 * {@link Departure}. Thread-safe.
 */
final class Desk {
    private final DeskState state;
    private final Holdings holdings;
    private final Turns turns;

    Desk(Plan plan, LongSupplier ticker) {
        this.state = new DeskState(plan, ticker);
        this.holdings = state.holdings;
        this.turns = state.turns;
    }

    Vigil vigil() {
        return new Vigil(state);
    }

    Reception reception() {
        return new Reception(state);
    }

    Departure departure() {
        return new Departure(state);
    }

    /** Waits for something to do; {@code null} when the worker has finished. */
    @Nullable
    Turn awaitTurn() throws InterruptedException {
        state.lock();
        try {
            state.cycleRuns = false;
            state.quieter.signalAll();
            while (!state.finished) {
                long now = state.now();
                long until = turns.until(now, state.closing);
                if (until <= 0) {
                    state.cycleRuns = true;
                    return turns.take(now, state.closing);
                }
                state.turnChanged.awaitNanos(until);
            }
            return null;
        } finally {
            state.unlock();
        }
    }

    /** Takes over what a cycle did. */
    void cycled(List<Held> settled, List<LeasedJob> claimed, long sentAt) {
        long deadline = sentAt + state.plan.lease().toNanos();
        state.locked(() -> {
            turns.cycleEnds(state.now());
            settled.forEach(holdings::gone);
            for (LeasedJob job : claimed) {
                Held one = new Held(job, deadline);
                if (state.closing) {
                    holdings.addReleased(one, state.now());
                } else {
                    holdings.add(one);
                }
            }
            if (!claimed.isEmpty() || settled.isEmpty()) {
                turns.claimed(claimed.size(), state.now());
            }
            state.quieter.signalAll();
            // No more handlers than there are jobs: on a small machine the rest only delay the one that begins.
            for (int wakes = Math.min(claimed.size(), state.plan.concurrency()); wakes > 0; wakes--) {
                state.jobsChanged.signal();
            }
        });
    }

    /** When to claim next, at the latest; at once when somebody woke the worker while the last claim was under way. */
    void claimIn(long nanos) {
        state.locked(() -> turns.claimIn(nanos, state.now()));
    }

    /** The last claim took all there was to take: claims again with the next results, and after that time at the latest. */
    void claimShortly(long nanos) {
        state.locked(() -> turns.claimShortly(nanos, state.now()));
    }

    /** The last claim was of jobs that were heard of: the same, and no later than it would have been without. */
    void claimShortlyAsWell(long nanos) {
        state.locked(() -> turns.claimShortlyAsWell(nanos, state.now()));
    }

    /**
     * Claims at once: these jobs, or whatever there is when none are named. While jobs may be waiting that are older or more urgent it is
     * whatever there is in any case (B8).
     */
    void wake(List<Place> heard) {
        state.locked(() -> {
            if (!heard.isEmpty() && (state.seats.isCaughtUp() || turns.hears())) {
                turns.hear(heard, state.now());
            } else {
                turns.wake(state.now());
            }
            state.seats.caughtUp(false);
            state.turnChanged.signalAll();
        });
    }

    /** There are figures to be written, at the latest then. */
    void figuresIn(long nanos) {
        state.locked(() -> {
            state.turns.figuresIn(nanos, state.now());
            state.turnChanged.signalAll();
        });
    }

    /** The server takes nothing now: nothing is written for so long. */
    void writeIn(long nanos) {
        state.locked(() -> turns.writeIn(nanos, state.now()));
    }

    /** A job for a handler, which is to {@link #begin} it; {@code null} when there will be none. */
    @Nullable
    Held awaitJob() throws InterruptedException {
        state.lock();
        try {
            while (!state.closing) {
                Held next = holdings.next();
                if (next == null) {
                    state.jobsChanged.await();
                } else {
                    if (holdings.waiting() < state.plan.concurrency()) {
                        state.turnChanged.signalAll();
                    }
                    return next;
                }
            }
            return null;
        } finally {
            state.unlock();
        }
    }

    /** The handler begins on this thread; false when the job is to be left alone. */
    boolean begin(Held one, Thread thread) {
        return state.asks(() -> {
            boolean begun = holdings.begin(one, thread, state.now());
            if (!begun) {
                state.turnChanged.signalAll();
                state.quieter.signalAll();
            }
            return begun;
        });
    }

    /** The handler is done with the job; {@code null} when nothing is to be written. */
    void ended(Held one, @Nullable Ruling ruling) {
        state.locked(() -> {
            long now = state.now();
            holdings.ended(one, ruling, now);
            turns.ended(now);
            // The cycle is not woken for each of a thousand results: for the first, which starts the wait for others,
            // and when there is something to do.
            if (holdings.ended() <= 1 || turns.until(now, state.closing) <= 0) {
                state.turnChanged.signalAll();
            }
            state.quieter.signalAll();
        });
    }

    /** A transaction of the handler's own completes this job: no extension must come in between. */
    void pin(Held one) {
        state.locked(() -> one.pinned = true);
    }

    int held() {
        state.lock();
        try {
            return holdings.size();
        } finally {
            state.unlock();
        }
    }
}
