package dev.rowlock.queue;

/**
 * Where somebody who hears of commits, by the server's binary log or in another way, tells this process of them, so that its idle workers need not
 * wait for their next look; see {@link Queues#arrivals()}. What is told is a hint: told twice, wrongly or not at all, it costs a look or a
 * wait, and nothing else. Methods return at once. Thread-safe.
 */
public interface Arrivals {
    /**
     * A job was committed that may be claimed, or will be readable in a moment.
     *
     * @param queue the queue's number, {@code rowlock_job.queue_id}
     * @param priority where its row stands, {@code rowlock_job.priority}
     */
    void committed(int queue, int priority, JobId job);

    /** A job was claimed or has ended: nobody need be woken for it any more. */
    void taken(int queue, JobId job);

    /** Something else was written, or commits may have been missed: look soon. */
    void unsure();
}
