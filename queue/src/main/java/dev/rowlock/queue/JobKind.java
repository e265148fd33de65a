package dev.rowlock.queue;

import dev.rowlock.mysql.ConfigurationException;

/**
 * A kind of job: its name, and what its payload is. Handlers are registered by kind. Immutable; its codec has to be thread-safe.
 *
 * @param name 1 to 100 characters, kept with each job
 * @param codec turns payloads into bytes and back
 * @param <T> payload
 */
public record JobKind<T>(String name, PayloadCodec<T> codec) {
    public JobKind {
        if (name.isBlank() || name.length() > 100) {
            throw new ConfigurationException(
                    "a kind's name has 1 to 100 characters, not " + name.length() + ": " + name);
        }
    }

    public static <T> JobKind<T> of(String name, PayloadCodec<T> codec) {
        return new JobKind<>(name, codec);
    }

    /** A kind whose payload is text. */
    public static JobKind<String> text(String name) {
        return new JobKind<>(name, PayloadCodec.text());
    }

    /** The same kind, whose handler answers with a value. */
    public <R> ResultKind<T, R> returning(PayloadCodec<R> results) {
        return new ResultKind<>(this, results);
    }
}
