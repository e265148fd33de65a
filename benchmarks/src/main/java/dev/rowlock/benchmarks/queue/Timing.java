package dev.rowlock.benchmarks.queue;

/**
 * How long jobs took. Immutable.
 *
 * @param jobs how many
 * @param enqueueSeconds all of them into the queue
 * @param workSeconds from the start of the work to the last completion committed
 */
public record Timing(int jobs, double enqueueSeconds, double workSeconds) {
    /** Jobs a second, enqueued, claimed, run and completed. */
    public double perSecond() {
        return jobs / (enqueueSeconds + workSeconds);
    }

    double enqueuedPerSecond() {
        return jobs / enqueueSeconds;
    }

    double workedPerSecond() {
        return jobs / workSeconds;
    }
}
