package dev.rowlock.queue.internal.lookout;

import dev.rowlock.queue.JobId;
import dev.rowlock.queue.internal.line.Place;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/** What each queue's workers are to be woken for. Guarded by its owner's lock. */
final class Expectations {
    /** What hearing of a job leads to. */
    enum Then {
        /** The workers are to be woken, now or later, and nobody knew. */
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

    /** Queues whose workers are to be woken now, and are taken to be; and for which jobs, as {@link Expectation#wake} tells. */
    Map<Integer, List<Place>> due(long now) {
        Map<Integer, List<Place>> due = new HashMap<>();
        byQueue.forEach((queue, one) -> {
            if (one.until(now) == 0) {
                due.put(queue, one.wake(now));
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

    Then heard(int queue, Place job, long now) {
        Expectation one = byQueue.computeIfAbsent(queue, number -> new Expectation(random));
        return one.heard(job, now) == Expectation.NEVER ? Then.SETTLED : Then.PLANNED;
    }

    void taken(int queue, JobId job) {
        Expectation one = byQueue.get(queue);
        if (one != null) {
            one.taken(job);
        }
    }

    /** A worker has claimed, beginning at that time; as {@link Expectation#claimed}. */
    boolean claimed(int queue, int found, Extent extent, long startedAt) {
        Expectation one = byQueue.get(queue);
        return one != null && one.claimed(found, extent, startedAt, ticker.getAsLong());
    }

    /** Nobody works there any more. */
    void forget(int queue) {
        byQueue.remove(queue);
    }
}
