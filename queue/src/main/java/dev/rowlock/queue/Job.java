package dev.rowlock.queue;

import java.sql.Connection;
import java.util.Map;
import java.util.Optional;

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
     * patience is over. Ask it between two steps. A handler that goes on is interrupted once the grace of its {@link HandlerRules} is over, and that is
     * at the same moment unless they say otherwise.
     */
    boolean isCancelled();

    /** Why the handler should stop; empty while it should not. */
    Optional<StopReason> stopReason();

    /**
     * Has this run once when the handler should stop, on a thread of its own; at once when that is so already. For whatever an interrupt does not
     * reach, for example {@link java.sql.Statement#cancel}. What it throws is logged.
     */
    void onCancel(Runnable listener);

    /**
     * Tells how far the handler is, to be seen with {@link Queues#status} from anywhere. It is cheap, sends nothing itself and may be called as often as
     * one likes: the newest figures go with the heartbeats, every third of the lease, and with the result.
     *
     * @param done how much of the total; below zero counts as zero
     * @param total 0 when it is not known
     */
    void progress(long done, long total);

    /**
     * The same.
     *
     * @param note what the handler is at; the first 200 characters are kept
     */
    void progress(long done, long total, String note);

    /**
     * Notes a line down that is kept with the job, to be read with {@link Queues#log} for as long as history is kept. The last 100 lines of an attempt
     * and at most 16 KiB are kept, of a line the first 1 000 characters. It sends nothing itself, as {@link #progress}; a worker that is killed takes
     * along what was noted since its last heartbeat.
     */
    void log(String line);

    /**
     * Completes the job in the caller's own transaction, so that it commits together with the effect: exactly once. The lease is not extended
     * any more: commit soon, and return what this returned.
     *
     * <p>Locks: exclusive on the job's row, until the caller's transaction ends.
     *
     * @throws LeaseLostException when the job is somebody else's by now: roll back
     */
    JobOutcome completeOn(Connection connection);

    /** The same, with what came of it: {@code job.completeOn(connection, JobOutcome.done(bytes))}. */
    JobOutcome completeOn(Connection connection, JobOutcome.Done outcome);
}
