package dev.rowlock.benchmarks.queue;

import com.zaxxer.hikari.HikariDataSource;
import dev.rowlock.queue.History;
import dev.rowlock.queue.Job;
import dev.rowlock.queue.JobOutcome;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * The managed queue with one commit for each completion: claims in batches, and every handler completes its job with {@link Job#completeOn} in a
 * transaction of its own, as one does whose effect has to be committed with it. Used by one thread.
 */
final class CommitsAlone implements AutoCloseable {
    /** Small enough to be held by one worker, large enough that a claim does not count. */
    static final int BATCH = 1_000;

    private final Ground ground;
    private final int handlers;
    private final HikariDataSource pool;

    CommitsAlone(Ground ground, int handlers) {
        this.ground = ground;
        this.handlers = handlers;
        this.pool = ground.otherPool(handlers, Ground.Commits.BY_TRANSACTION);
    }

    /** Jobs a second, enqueued, claimed, run and completed. */
    double run(int jobs) {
        return Managed.of(ground.queues().queue("alone"), handlers, BATCH, History.COUNTED, this::complete)
                .run(jobs)
                .perSecond();
    }

    private JobOutcome complete(Job<String> job) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            JobOutcome outcome = job.completeOn(connection);
            connection.commit();
            return outcome;
        }
    }

    @Override
    public void close() {
        pool.close();
    }
}
