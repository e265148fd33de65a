package dev.rowlock.cli.connect;

import java.time.Duration;

/**
 * How long to wait for a server.
 *
 * @param connect until it takes a connection
 * @param answer until it answers a statement; longer than any lock wait and any claim
 * @param pool until the pool has a connection to give
 */
record Timeouts(Duration connect, Duration answer, Duration pool) {
    /** A command that a person waits for, or a worker, which tries again anyway and should say early that the server is gone. */
    static Timeouts standard() {
        return new Timeouts(Duration.ofSeconds(5), Duration.ofSeconds(30), Duration.ofMillis(2_500));
    }
}
