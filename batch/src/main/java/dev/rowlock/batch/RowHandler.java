package dev.rowlock.batch;

import java.util.List;

/**
 * The user's code for the rows of a chunk. It runs while no row is locked, under the lease of the chunk's shard, possibly in several
 * threads for different shards. After a crash the same rows may come again (A8, A11).
 */
@FunctionalInterface
public interface RowHandler {
    /**
     * Works on the rows.
     *
     * @throws Exception when the rows were not done: they are tried again later, each for itself, at most three times
     */
    void handle(List<HandledRow> rows) throws Exception;
}
