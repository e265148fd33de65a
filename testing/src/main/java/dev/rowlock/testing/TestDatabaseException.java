package dev.rowlock.testing;

import org.jspecify.annotations.Nullable;

/** A test's own statement failed, or its database could not be had. */
public final class TestDatabaseException extends RuntimeException {
    public TestDatabaseException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
