package dev.rowlock.batch;

import dev.rowlock.batch.internal.CrewThreads;
import java.time.Duration;

/**
 * One process's part in a run. It takes shards, works them chunk by chunk, and ends when the run is over, stopped, or it is closed. After a
 * crash at any moment nothing is lost: a chunk and its checkpoint are one transaction, and the shard is taken over when its lease ends.
 *
 * <p>Locks, for each thread: the rows of one chunk, 500 at most (C6), and their entries in indexes whose columns change, for the few milliseconds of
 * the chunk's transaction; rows that others hold are passed over. Nothing while a {@link RowHandler} runs.
 *
 * <p>Thread-safe. Holds connections only while it works.
 */
public final class BatchWorker implements AutoCloseable {
    private final CrewThreads threads;

    BatchWorker(CrewThreads threads) {
        this.threads = threads;
    }

    /** Starts it; again does nothing. */
    public BatchWorker start() {
        threads.start();
        return this;
    }

    /** Waits until it has nothing more to do; false when the time is up first. */
    public boolean await(Duration time) throws InterruptedException {
        return threads.await(time);
    }

    /** Rows it has changed or handled. */
    public long rowsDone() {
        return threads.rowsDone();
    }

    /**
     * Ends it after the chunks under way, and gives its shards back.
     *
     * @param time how long to wait for them; then the user's code is interrupted
     */
    public CloseReport close(Duration time) {
        return threads.close(time);
    }

    /** {@link #close(Duration)} with 30 seconds. */
    @Override
    public void close() {
        close(Duration.ofSeconds(30));
    }
}
