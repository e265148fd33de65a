package dev.rowlock.diagnose.collision;

import dev.rowlock.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * The reference traffic, with a log: single-row updates by primary key at a fixed rate, a share of them on the oldest overdue orders. The log
 * says what the probe has to find out.
 */
final class OnlineTraffic implements AutoCloseable {
    static final String PREDICATE = "status = 'PENDING' AND modified_at < :cutoff";
    static final String CUTOFF = "2026-01-01 00:00:00";
    private static final int THREADS = 4;
    private static final Duration REFRESH = Duration.ofMillis(500);

    /**
     * One write.
     *
     * @param hot whether its row was overdue, or had been when the oldest were looked up
     */
    private record Write(long id, boolean hot, long atNanos) {}

    private final TestDatabase database;
    private final int rows;
    private final double perSecond;
    private final double hotShare;
    private final ConcurrentLinkedQueue<Write> log = new ConcurrentLinkedQueue<>();
    private final List<CompletableFuture<Void>> running = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean stop;
    private volatile long[] oldest = {};

    private OnlineTraffic(TestDatabase database, int rows, double perSecond, double hotShare) {
        this.database = database;
        this.rows = rows;
        this.perSecond = perSecond;
        this.hotShare = hotShare;
    }

    /** Two thirds of the orders are overdue, every third is in work. */
    static void load(TestDatabase database, int rows) throws SQLException {
        database.execute(
                "CREATE TABLE t_order (id BIGINT PRIMARY KEY, status VARCHAR(16) NOT NULL,"
                        + " modified_at DATETIME(3) NOT NULL, note VARCHAR(64) NOT NULL, KEY idx_status_modified (status, modified_at))");
        try (Connection connection = database.connect();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO t_order SELECT n, IF(n % 3 = 0,"
                        + " ELT(1 + n % 2, 'PAID', 'PENDING'), 'PENDING'), IF(n % 3 = 0, '2026-06-01' + INTERVAL n SECOND,"
                        + " '2025-01-01' + INTERVAL n SECOND), REPEAT('x', 40) FROM"
                        + " (SELECT ? + a.n + 10 * b.n + 100 * c.n + 1000 * d.n AS n FROM " + DIGITS + " a, " + DIGITS
                        + " b, "
                        + DIGITS + " c, " + DIGITS + " d) AS numbers WHERE n <= ?")) {
            for (int first = 1; first <= rows; first += 10_000) {
                insert.setInt(1, first);
                insert.setInt(2, rows);
                insert.executeUpdate();
            }
        }
        database.execute("ANALYZE TABLE t_order");
    }

    private static final String DIGITS =
            "(SELECT 0 AS n UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4"
                    + " UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9)";

    static OnlineTraffic start(TestDatabase database, int rows, double perSecond, double hotShare) {
        OnlineTraffic traffic = new OnlineTraffic(database, rows, perSecond, hotShare);
        traffic.refresh();
        traffic.run("refresh", () -> {
            while (!traffic.stop) {
                LockSupport.parkNanos(REFRESH.toNanos());
                traffic.refresh();
            }
        });
        for (int thread = 0; thread < THREADS; thread++) {
            int me = thread;
            traffic.run("online-" + me, () -> traffic.write(me));
        }
        return traffic;
    }

    private void run(String name, Runnable task) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        task.run();
                        done.complete(null);
                    } catch (RuntimeException | Error e) {
                        done.completeExceptionally(e);
                    }
                },
                name);
        running.add(done);
        threads.add(thread);
        thread.start();
    }

    private void refresh() {
        oldest = database
                .column("SELECT id FROM t_order WHERE status = 'PENDING' AND modified_at < '" + CUTOFF
                        + "' ORDER BY modified_at LIMIT 2000")
                .stream()
                .mapToLong(id -> Long.parseLong(String.valueOf(id)))
                .toArray();
    }

    private void write(int me) {
        SplittableRandom random = new SplittableRandom(42 + me);
        long start = System.nanoTime();
        try (Connection connection = database.connect();
                PreparedStatement update = connection.prepareStatement(
                        "UPDATE t_order SET status = ?, modified_at = NOW(3) WHERE id = ?")) {
            for (long n = me; !stop; n += THREADS) {
                LockSupport.parkNanos(start + (long) (n * 1e9 / perSecond) - System.nanoTime());
                long[] old = oldest;
                boolean hot = old.length > 0 && random.nextDouble() < hotShare;
                long id = hot ? old[random.nextInt(old.length)] : 3L * (1 + random.nextInt(rows / 3));
                update.setString(1, random.nextBoolean() ? "PAID" : "CLOSED");
                update.setLong(2, id);
                update.executeUpdate();
                log.add(new Write(id, hot, System.nanoTime()));
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Overdue rows that were written within this time up to now. */
    Set<Long> hotRows(Duration within) {
        long now = System.nanoTime();
        Set<Long> ids = new HashSet<>();
        Set<Long> before = new HashSet<>();
        for (Write write : log) {
            if (write.hot() && now - write.atNanos() <= within.toNanos()) {
                ids.add(write.id());
            } else if (write.hot()) {
                before.add(write.id()); // a second write meets a row that is overdue no more
            }
        }
        ids.removeAll(before);
        return ids;
    }

    /** Ends the traffic; a write that failed fails the test. */
    @Override
    public void close() {
        stop = true;
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        running.forEach(CompletableFuture::join);
    }

    static long overdue(TestDatabase database) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT COUNT(*) FROM t_order WHERE status = 'PENDING' AND modified_at < '" + CUTOFF + "'")) {
            row.next();
            return row.getLong(1);
        }
    }
}
