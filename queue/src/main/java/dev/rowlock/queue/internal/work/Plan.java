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

    long leaseMicros() {
        return lease.toNanos() / 1_000;
    }

    /** Jobs a worker may hold: the next batch is claimed while the last is worked on and the one before is being written. */
    int mostHeld() {
        return concurrency + 2 * batch;
    }
}
