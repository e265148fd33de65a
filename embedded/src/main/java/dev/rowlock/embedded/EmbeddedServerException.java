package dev.rowlock.embedded;

import org.jspecify.annotations.Nullable;

/** A server could not be had, started or ended; the message says what to do about it. */
public final class EmbeddedServerException extends RuntimeException {
    public EmbeddedServerException(String message) {
        super(message);
    }

    public EmbeddedServerException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
