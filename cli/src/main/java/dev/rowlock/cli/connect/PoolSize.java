package dev.rowlock.cli.connect;

/** How many connections a command needs at one time. */
public record PoolSize(int connections) {
    /** One statement after the other; opening a table tries with two more sessions whether SKIP LOCKED skips. */
    public static final PoolSize ONE_COMMAND = new PoolSize(3);

    /** A worker's claims, results, heartbeats and the live line, and payloads for programs that start at the same time. */
    public static PoolSize ofWorker(int readersAtOnce) {
        return new PoolSize(4 + Math.min(Math.max(readersAtOnce, 0), 8));
    }
}
