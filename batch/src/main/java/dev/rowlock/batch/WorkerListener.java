package dev.rowlock.batch;

import java.time.Duration;

/**
 * Told what a worker does, from its threads, several at once: it must return at once. Methods do nothing unless overridden.
 */
public interface WorkerListener {
    /** Nobody listens. */
    static WorkerListener none() {
        return new WorkerListener() {};
    }

    /**
     * A chunk was committed.
     *
     * @param touched rows changed or handled
     * @param held how long its rows were locked
     */
    default void chunkCommitted(int shard, int touched, Duration held) {}

    /** A shard was taken, or ended. */
    default void shardTaken(int shard) {}

    /** A shard is done. */
    default void shardDone(int shard) {}

    /** A shard's lease was lost: somebody else works it, nothing was done twice. */
    default void shardLost(int shard) {}

    /** The server refused or is away; it is tried again. */
    default void trouble(String reason) {}

    /** The worker leaves a run that is not over, and could not write down why: its account or Rowlock's own tables are gone. Each thread may tell. */
    default void left(String reason) {}
}
