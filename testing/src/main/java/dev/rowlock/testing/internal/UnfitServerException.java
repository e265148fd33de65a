package dev.rowlock.testing.internal;

/** The test makes no sense on this server: always a skip, in CI too. */
final class UnfitServerException extends RuntimeException {
    UnfitServerException(String message) {
        super(message);
    }
}
