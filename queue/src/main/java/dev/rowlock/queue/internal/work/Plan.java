package dev.rowlock.queue.internal.work;

import dev.rowlock.queue.History;
import java.time.Duration;

/**
 * How one worker works. Immutable.
 *
 * @param queue the queue's name
 * @param number the queue's number
 */
public record Plan(
        String queue,
        int number,
        int concurrency,
        int batch,
        Duration lease,
        Duration shortestPause,
        Duration longestPause,
        Duration cancelPatience,
        History history) {
    /** What threads and log lines are named after. */
    String name() {
        return "rowlock-" + queue;
    }

    /** Most results of one transaction. */
    static final int MOST_RESULTS = 1_000;

    long leaseMicros() {
        return lease.toNanos() / 1_000;
    }

    /** Jobs a worker may hold: the next batch is claimed while the last is worked on and those before wait to be written together. */
    int mostHeld() {
        return concurrency + batch + Math.max(batch, resultsTogether());
    }

    /** Results that are written with one claim when more are to come: those of two small batches, which saves every second writing. */
    int resultsTogether() {
        return Math.min(MOST_RESULTS, 2 * batch);
    }
}
