package dev.rowlock.pacing;

import java.time.Duration;

/** Elapsed time of this process: it never jumps, and its zero means nothing. Implementations are safe for use by several threads. */
@FunctionalInterface
public interface Ticker {
    /** Time since some fixed moment. */
    Duration now();

    /** The time of {@link System#nanoTime}, counted from this call. */
    static Ticker system() {
        long start = System.nanoTime();
        return () -> Duration.ofNanos(System.nanoTime() - start);
    }
}
