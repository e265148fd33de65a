package dev.rowlock.cli.bench;

import dev.rowlock.cli.internal.sql.BenchStatements;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Online traffic with open arrivals: a write that is late is measured from the time it was due, so that a server that stalls cannot hide it. Notes
 * what each row was set to last, to find out what a batch overwrote. Thread-safe.
 */
final class Online implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Online.class);
    private static final int THREADS = 24;
    private static final long LONGEST_MICROS = 3_600_000_000L;
    private static final int ER_LOCK_WAIT_TIMEOUT = 1205;
    private static final int ER_LOCK_DEADLOCK = 1213;

    private final DataSource source;
    private final OrderTable table;
    private final Traffic traffic;
    private final ConcurrentHistogram latency = new ConcurrentHistogram(LONGEST_MICROS, 3);
    private final AtomicLong done = new AtomicLong();
    private final AtomicLong deadlocks = new AtomicLong();
    private final AtomicLong timeouts = new AtomicLong();
    private final AtomicLong errors = new AtomicLong();
    private final Map<Long, Set<String>> last = new ConcurrentHashMap<>();
    private final List<Thread> threads = new ArrayList<>();
    private final long start = System.nanoTime();
    private volatile long[] frontier = new long[0];
    private volatile boolean ended;

    private Online(DataSource source, OrderTable table, Traffic traffic) {
        this.source = source;
        this.table = table;
        this.traffic = traffic;
    }

    static Online start(DataSource source, OrderTable table, Traffic traffic) {
        Online online = new Online(source, table, traffic);
        for (int number = 0; number < THREADS; number++) {
            int me = number;
            online.threads.add(new Thread(() -> online.run(me), "bench-online-" + number));
        }
        online.threads.add(new Thread(online::look, "bench-frontier"));
        online.threads.forEach(Thread::start);
        return online;
    }

    /** What was seen since {@link #reset}. Latencies in microseconds. */
    record Seen(Histogram latency, long done, long deadlocks, long timeouts, long errors, double seconds) {
        double p99Millis() {
            return latency.getValueAtPercentile(99) / 1e3;
        }

        double perSecond() {
            return done / seconds;
        }

        /** Both spans as one. */
        Seen and(Seen later) {
            Histogram both = latency.copy();
            both.add(later.latency);
            return new Seen(
                    both,
                    done + later.done,
                    deadlocks + later.deadlocks,
                    timeouts + later.timeouts,
                    errors + later.errors,
                    seconds + later.seconds);
        }
    }

    private long since;

    void reset() {
        latency.reset();
        done.set(0);
        deadlocks.set(0);
        timeouts.set(0);
        errors.set(0);
        since = System.nanoTime();
    }

    /** What is seen from now on for so long. */
    Seen during(Duration time) throws InterruptedException {
        reset();
        Thread.sleep(time.toMillis());
        return seen();
    }

    Seen seen() {
        return new Seen(
                latency.copy(),
                done.get(),
                deadlocks.get(),
                timeouts.get(),
                errors.get(),
                (System.nanoTime() - since) / 1e9);
    }

    private void look() {
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(true);
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            while (!ended) {
                frontier = OrderTable.frontier(connection);
                LockSupport.parkNanos(500_000_000);
            }
        } catch (SQLException e) {
            failed(e);
        }
    }

    private void run(int me) {
        SplittableRandom random = new SplittableRandom(42 + me);
        double period = 1e9 / traffic.perSecond();
        try (Connection connection = source.getConnection();
                PreparedStatement write = connection.prepareStatement(BenchStatements.ORDER_ONLINE)) {
            connection.setTransactionIsolation(traffic.isolation());
            connection.setAutoCommit(traffic.statements() == 1);
            for (long number = me; !ended; number += THREADS) {
                long due = start + (long) (number * period);
                for (long wait = due - System.nanoTime(); wait > 0 && !ended; wait = due - System.nanoTime()) {
                    LockSupport.parkNanos(wait);
                }
                if (!ended) {
                    once(connection, write, random);
                    latency.recordValue(Math.min(LONGEST_MICROS, (System.nanoTime() - due) / 1000));
                }
            }
        } catch (SQLException e) {
            failed(e);
        }
    }

    private void failed(SQLException e) {
        errors.incrementAndGet();
        log.warn("bench online traffic failed reason=\"{}\"", e.getMessage());
    }

    private void once(Connection connection, PreparedStatement write, SplittableRandom random) throws SQLException {
        long[] ids = new long[traffic.statements()];
        String[] states = new String[traffic.statements()];
        long[] hot = frontier;
        for (int at = 0; at < ids.length; at++) {
            boolean isHot = hot.length > 0 && random.nextDouble() < traffic.hot();
            ids[at] = isHot ? hot[random.nextInt(hot.length)] : 3L * (1 + random.nextInt(table.rows() / 3));
            states[at] = random.nextBoolean() ? "PAID" : isHot ? "CLOSED" : "REFUND";
        }
        for (int tries = 0; tries < 10; tries++) {
            try {
                write(connection, write, ids, states);
                done.incrementAndGet();
                return;
            } catch (SQLException e) {
                if (traffic.statements() > 1) {
                    connection.rollback();
                }
                if (e.getErrorCode() == ER_LOCK_DEADLOCK) {
                    deadlocks.incrementAndGet();
                } else if (e.getErrorCode() == ER_LOCK_WAIT_TIMEOUT) {
                    timeouts.incrementAndGet();
                } else {
                    throw e;
                }
            }
        }
        errors.incrementAndGet();
    }

    private void write(Connection connection, PreparedStatement write, long[] ids, String[] states)
            throws SQLException {
        for (int at = 0; at < ids.length; at++) {
            write.setString(1, states[at]);
            write.setLong(2, ids[at]);
            write.executeUpdate();
        }
        if (traffic.statements() == 1) {
            // Two of these may end in either order: each of their values is right.
            last.computeIfAbsent(ids[0], id -> ConcurrentHashMap.newKeySet()).add(states[0]);
            return;
        }
        for (int at = 0; at < ids.length; at++) {
            // The rows are still locked, so what is noted last is what commits last.
            Set<String> states1 = ConcurrentHashMap.newKeySet();
            states1.add(states[at]);
            last.put(ids[at], states1);
        }
        connection.commit();
    }

    /** Rows that online traffic wrote and that hold something else now. Call it when traffic has ended. */
    long overwritten() throws SQLException {
        Set<Long> lost = new HashSet<>();
        try (Connection connection = source.getConnection();
                PreparedStatement read = connection.prepareStatement(BenchStatements.ORDER_STATUS)) {
            for (Map.Entry<Long, Set<String>> row : last.entrySet()) {
                read.setLong(1, row.getKey());
                try (ResultSet found = read.executeQuery()) {
                    if (!found.next() || !row.getValue().contains(found.getString(1))) {
                        lost.add(row.getKey());
                    }
                }
            }
        }
        return lost.size();
    }

    @Override
    public void close() throws InterruptedException {
        ended = true;
        for (Thread thread : threads) {
            LockSupport.unpark(thread);
            thread.join();
        }
    }
}
