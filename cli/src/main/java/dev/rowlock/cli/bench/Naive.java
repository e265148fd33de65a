package dev.rowlock.cli.bench;

import dev.rowlock.cli.internal.sql.BenchStatements;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.StringJoiner;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The batch of the reported case: eight workers, 500 rows a round, locked by SKIP LOCKED, 20 to 80 ms of thinking, then the UPDATE. It is what
 * Rowlock is measured against, and what nobody should run.
 */
final class Naive {
    private static final Logger log = LoggerFactory.getLogger(Naive.class);
    private static final int WORKERS = 8;
    private static final int SHORTEST_GAP = 20;
    private static final int LONGEST_GAP = 80;
    private static final int ER_LOCK_WAIT_TIMEOUT = 1205;
    private static final int ER_LOCK_DEADLOCK = 1213;

    private final DataSource source;
    private final AtomicLong marked = new AtomicLong();

    Naive(DataSource source) {
        this.source = source;
    }

    /** Rows a second, over at most that long. */
    double run(Duration time) throws InterruptedException {
        long start = System.nanoTime();
        long end = start + time.toNanos();
        List<Thread> workers = new ArrayList<>();
        for (int number = 0; number < WORKERS; number++) {
            workers.add(new Thread(() -> work(end), "bench-naive-" + number));
        }
        workers.forEach(Thread::start);
        for (Thread worker : workers) {
            worker.join();
        }
        return marked.get() / ((System.nanoTime() - start) / 1e9);
    }

    private void work(long end) {
        SplittableRandom random = new SplittableRandom();
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            connection.setAutoCommit(false);
            while (System.nanoTime() < end && round(connection, statement, random)) {}
        } catch (SQLException e) {
            log.warn("bench naive batch failed reason=\"{}\"", e.getMessage());
        }
    }

    private boolean round(Connection connection, Statement statement, SplittableRandom random) throws SQLException {
        try {
            StringJoiner ids = new StringJoiner(",", "(", ")").setEmptyValue("");
            try (ResultSet row = statement.executeQuery(BenchStatements.NAIVE_LOCK)) {
                while (row.next()) {
                    ids.add(row.getString(1));
                }
            }
            if (ids.toString().isEmpty()) {
                connection.commit();
                return false;
            }
            LockSupport.parkNanos((SHORTEST_GAP + random.nextInt(LONGEST_GAP - SHORTEST_GAP + 1)) * 1_000_000L);
            marked.addAndGet(statement.executeUpdate(BenchStatements.NAIVE_MARK + ids));
            connection.commit();
            return true;
        } catch (SQLException e) {
            if (e.getErrorCode() != ER_LOCK_DEADLOCK && e.getErrorCode() != ER_LOCK_WAIT_TIMEOUT) {
                throw e;
            }
            connection.rollback();
            return true;
        }
    }
}
