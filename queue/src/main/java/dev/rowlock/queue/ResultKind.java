package dev.rowlock.queue;

import dev.rowlock.mysql.ConfigurationException;
import java.util.Optional;

/**
 * A kind of job whose handler answers with a value: made by {@link JobKind#returning}. Jobs are enqueued and handled by {@link #job}. Immutable; its codecs
 * have to be thread-safe.
 *
 * @param job the kind
 * @param codec turns results into bytes and back
 * @param <T> payload
 * @param <R> result
 */
public record ResultKind<T, R>(JobKind<T> job, PayloadCodec<R> codec) {
    /**
     * What the handler returns when the job is done.
     *
     * @throws ConfigurationException when the codec cannot encode the result, or makes more than {@link JobOutcome#LARGEST_RESULT} bytes of it
     */
    public JobOutcome.Done done(R result) {
        byte[] bytes;
        try {
            bytes = codec.encode(result);
        } catch (Exception e) {
            throw new ConfigurationException(
                    "the result of a job of kind " + job.name() + " cannot be encoded: " + e, e);
        }
        return JobOutcome.done(bytes);
    }

    /**
     * The result of a job that has ended; empty when it was not done, or its handler answered without a result.
     *
     * @throws ConfigurationException when the codec cannot decode what is kept
     */
    public Optional<R> result(FinishedJob finished) {
        byte[] bytes = finished.result();
        if (bytes == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(codec.decode(bytes));
        } catch (Exception e) {
            throw new ConfigurationException(
                    "the result of a job of kind " + job.name() + " cannot be decoded: " + e, e);
        }
    }
}
