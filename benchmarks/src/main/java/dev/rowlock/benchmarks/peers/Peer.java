package dev.rowlock.benchmarks.peers;

import dev.rowlock.benchmarks.queue.Ground;
import dev.rowlock.benchmarks.queue.Timing;
import java.sql.SQLException;

/** Another job library, with jobs that do nothing. Used by one thread. */
public interface Peer {
    /** Threads that enqueue at the same time, here and for the queue. */
    int ENQUEUERS = 2;

    String name();

    /** Its version and what differs from its defaults, and why. */
    String settings();

    /** Its tables, anew. */
    void prepare(Ground ground) throws SQLException;

    /**
     * Enqueues so many with its call for many on {@link #ENQUEUERS} threads, then works until the last completion is committed. The time it takes to start and to look for the
     * first time is left out: work is timed from the first job that runs.
     */
    Timing run(Ground ground, int threads, int jobs) throws SQLException;
}
