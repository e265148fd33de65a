package dev.rowlock.queue;

import java.sql.Connection;
import java.util.Map;

/**
 * One job in a handler's hands. Its lease is extended behind the scenes for as long as the handler runs. Thread-safe.
 *
 * @param <T> payload
 */
public interface Job<T> {
    JobId id();

    String kind();

    T payload();

    /** Which attempt this is, from 1. Snoozes do not count; a worker that died with the job does. */
    int attempt();

    int maxAttempts();

    /** What the enqueuer sent along. */
    Map<String, String> headers();

    /**
     * The fence: grows with every claim of this job. Hand it to systems that have to refuse an older holder.
     */
    long token();

    /**
     * Whether the handler should stop: the lease was lost or ran out, the job was cancelled or took too long, or the worker is closing and its
     * grace is over. The handler's thread is interrupted at the same moment.
     */
    boolean isCancelled();

    /**
     * Completes the job in the caller's own transaction, so that it commits together with the effect: exactly once. The lease is not extended
     * any more: commit soon, and return what this returned.
     *
     * <p>Locks: exclusive on the job's row, until the caller's transaction ends.
     *
     * @throws LeaseLostException when the job is somebody else's by now: roll back
     */
    JobOutcome completeOn(Connection connection);
}
