package dev.rowlock.queue.internal;

import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.internal.sql.EnqueueStatements;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The database's clock, carried on by this process's elapsed time and compared again once a minute. The JVM's wall clock plays no part, so a
 * worker whose clock is ten minutes off makes ids like everybody else. Thread-safe.
 */
public final class ServerClock {
    private static final long GOOD_FOR = Duration.ofMinutes(1).toNanos();

    /** What the server's clock said, and the elapsed time then. */
    private record Reading(long micros, long ticks) {}

    private final LongSupplier ticker;
    private volatile Reading last = new Reading(0, 0);
    private volatile boolean read;

    public ServerClock(LongSupplier ticker) {
        this.ticker = ticker;
    }

    /** Microseconds since 1970; asks the server on this connection when the last answer is too old. */
    public long micros(Connection connection) throws SQLException {
        long now = ticker.getAsLong();
        if (!read || now - last.ticks() > GOOD_FOR) {
            long micros = new Call(connection, EnqueueStatements.CLOCK_READ)
                    .query(row -> row.getLong(1))
                    .get(0);
            now = ticker.getAsLong();
            last = new Reading(micros, now);
            read = true;
        }
        Reading reading = last;
        return reading.micros() + (now - reading.ticks()) / 1_000;
    }
}
