package dev.rowlock.cli.chaos;

import com.zaxxer.hikari.HikariDataSource;
import dev.rowlock.queue.HandlerRules;
import dev.rowlock.queue.Job;
import dev.rowlock.queue.JobOutcome;
import dev.rowlock.queue.Queue;
import dev.rowlock.queue.RetryPolicy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/** A worker of the managed queue as an application would have one, until it is killed. */
final class QueueWorkerMain {
    private static final int CONCURRENCY = 8;

    private QueueWorkerMain() {}

    /** Arguments: lease in milliseconds, jobs of a batch. */
    public static void main(String[] arguments) throws InterruptedException {
        HikariDataSource pool = QueueParts.pool(CONCURRENCY + 4);
        Queue queue = QueueParts.open(pool).queue(QueueParts.QUEUE);
        HandlerRules rules = HandlerRules.standard().withRetry(RetryPolicy.fixed(Duration.ofMillis(100)));
        queue.worker()
                .lease(Duration.ofMillis(Long.parseLong(arguments[0])))
                .batch(Integer.parseInt(arguments[1]))
                .concurrency(CONCURRENCY)
                .handle(QueueParts.PLAIN, job -> JobOutcome.done(), rules)
                .handle(QueueParts.EFFECT, job -> effect(pool, job), rules)
                .handle(QueueParts.ONCE, job -> JobOutcome.done(), rules)
                .handle(
                        QueueParts.SLOW,
                        job -> {
                            LockSupport.parkNanos(Long.parseLong(job.payload()) * 1_000_000);
                            return JobOutcome.done();
                        },
                        rules)
                .handle(
                        QueueParts.FLAKY,
                        job -> job.attempt() == 1 ? JobOutcome.failed("once") : JobOutcome.done(),
                        rules)
                .handle(
                        QueueParts.HOPELESS,
                        job -> {
                            begun(pool, job);
                            return JobOutcome.failed("always");
                        },
                        rules)
                .handle(
                        QueueParts.POISON,
                        job -> {
                            begun(pool, job);
                            Runtime.getRuntime().halt(137);
                            return JobOutcome.done();
                        },
                        rules)
                .start();
        new CountDownLatch(1).await();
    }

    private static JobOutcome effect(HikariDataSource pool, Job<String> job) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            try {
                insert(connection, "INSERT INTO effect (id, name) VALUES (?, ?)", job);
                JobOutcome outcome = job.completeOn(connection);
                connection.commit();
                return outcome;
            } catch (SQLException | RuntimeException e) {
                connection.rollback();
                throw e;
            }
        }
    }

    /** Written before anything else happens, and committed at once. */
    private static void begun(HikariDataSource pool, Job<String> job) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            insert(connection, "INSERT INTO begun (id, name) VALUES (?, ?)", job);
        }
    }

    private static void insert(Connection connection, String sql, Job<String> job) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            insert.setString(1, job.id().toString());
            insert.setString(2, job.payload());
            insert.executeUpdate();
        }
    }
}
