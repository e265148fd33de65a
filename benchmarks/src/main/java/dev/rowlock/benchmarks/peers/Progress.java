package dev.rowlock.benchmarks.peers;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** How far a peer is: told by its jobs, and by its tables when all have run. Thread-safe. */
final class Progress {
    private static final long LONGEST = Duration.ofMinutes(5).toNanos();

    private final AtomicInteger ran = new AtomicInteger();
    private final AtomicLong firstAt = new AtomicLong();

    /** A job runs. */
    void jobRuns() {
        if (ran.getAndIncrement() == 0) {
            firstAt.set(System.nanoTime());
        }
    }

    /**
     * Waits until so many have run and the tables say that they are finished; seconds since the first ran.
     *
     * @param isFinished counts what is not finished yet: 0 at the end
     */
    double await(int jobs, HikariDataSource pool, String isFinished) throws SQLException {
        long start = System.nanoTime();
        while (ran.get() < jobs) {
            if (System.nanoTime() - start > LONGEST) {
                throw new IllegalStateException("only " + ran.get() + " of " + jobs + " jobs ran");
            }
            LockSupport.parkNanos(1_000_000);
        }
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            while (left(statement, isFinished) > 0) {
                if (System.nanoTime() - start > LONGEST) {
                    throw new IllegalStateException("jobs that ran do not become finished: " + isFinished);
                }
                LockSupport.parkNanos(1_000_000);
            }
        }
        return (System.nanoTime() - firstAt.get()) / 1e9;
    }

    private static long left(Statement statement, String isFinished) throws SQLException {
        try (ResultSet row = statement.executeQuery(isFinished)) {
            row.next();
            return row.getLong(1);
        }
    }
}
