package dev.rowlock.queue.schedule;

import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.queue.NewJob;
import dev.rowlock.queue.Queue;
import java.time.Duration;

/**
 * A schedule as it is defined: under a name, when it fires, and the job that each firing enqueues. Immutable.
 *
 * @param name 1 to 100 characters, one schedule for each in the schema
 * @param queue the name of the queue that gets the jobs
 * @param job without a delay, a time or an idempotency key of its own
 */
public record Schedule(String name, Timing timing, String queue, NewJob job, CatchUp catchUp) {
    public Schedule {
        require(
                !name.isBlank() && name.length() <= 100,
                "a schedule's name has 1 to 100 characters, not " + name.length() + ": " + name);
        require(
                job.delay().equals(Duration.ZERO) && job.dueAt().isEmpty(),
                "the job of schedule " + name + " must not have a delay or a time of its own");
        require(
                job.key().isEmpty(),
                "the job of schedule " + name + " must not have an idempotency key: every firing is a job");
    }

    /** One that makes up for the latest firing that was missed. */
    public static Schedule of(String name, Timing timing, Queue queue, NewJob job) {
        return new Schedule(name, timing, queue.name(), job, CatchUp.latest());
    }

    public Schedule withCatchUp(CatchUp policy) {
        return new Schedule(name, timing, queue, job, policy);
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new ConfigurationException(message);
        }
    }
}
