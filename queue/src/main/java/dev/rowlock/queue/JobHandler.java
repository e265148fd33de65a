package dev.rowlock.queue;

/**
 * What the application does with jobs of one kind. Called by several threads at once, with no transaction open and no row
 * locked (A5).
 *
 * @param <T> payload
 */
@FunctionalInterface
public interface JobHandler<T> {
    /**
     * Works on the job. It may be called again for the same job, here or elsewhere, so its effects should carry a key of the job (A8).
     *
     * @throws Exception fails the attempt, with the exception as the reason
     */
    JobOutcome handle(Job<T> job) throws Exception;
}
