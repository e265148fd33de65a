package dev.rowlock.queue.internal.lookout;

import dev.rowlock.queue.JobId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/** What each queue's workers are to be woken for. Guarded by its owner's lock. */
final class Expectations {
    /** What hearing of a job leads to. */
    enum Then {
        /** The workers are to be woken now. */
        WAKE,
        /** They are to be woken later than anybody knew. */
        PLANNED,
        SETTLED
    }

    private final LongSupplier ticker;
    private final RandomGenerator random;
    private final Map<Integer, Expectation> byQueue = new HashMap<>();

    Expectations(LongSupplier ticker, RandomGenerator random) {
        this.ticker = ticker;
        this.random = random;
    }

    /** Queues whose workers are to be woken now, and are taken to be. */
    List<Integer> due(long now) {
        List<Integer> due = new ArrayList<>();
        byQueue.forEach((queue, one) -> {
            if (one.until(now) == 0) {
                one.wake(now);
                due.add(queue);
            }
        });
        return due;
    }

    /** How long until the first is due. */
    long until(long now) {
        long until = Expectation.NEVER;
        for (Expectation one : byQueue.values()) {
            until = Math.min(until, one.until(now));
        }
        return until;
    }

    Then heard(int queue, JobId job) {
        Expectation one = byQueue.computeIfAbsent(queue, number -> new Expectation(random));
        long now = ticker.getAsLong();
        long wait = one.heard(job, now);
        if (wait == 0) {
            one.wake(now);
            return Then.WAKE;
        }
        return wait == Expectation.NEVER ? Then.SETTLED : Then.PLANNED;
    }

    void taken(int queue, JobId job) {
        Expectation one = byQueue.get(queue);
        if (one != null) {
            one.taken(job);
        }
    }

    /** A worker has claimed, beginning at that time. Whether there is something to wake it for. */
    boolean claimed(int queue, int found, long startedAt) {
        Expectation one = byQueue.get(queue);
        if (one == null) {
            return false;
        }
        long now = ticker.getAsLong();
        one.claimed(found, startedAt, now);
        return one.until(now) != Expectation.NEVER;
    }

    /** Nobody works there any more. */
    void forget(int queue) {
        byQueue.remove(queue);
    }
}
