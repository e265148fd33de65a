package dev.rowlock.pacing.signal;

import dev.rowlock.mysql.TableName;
import dev.rowlock.mysql.table.StatementTemplate;
import dev.rowlock.pacing.Evidence;
import dev.rowlock.pacing.LatencyHistogram;
import dev.rowlock.pacing.LatencyHistory;
import dev.rowlock.pacing.Reading;
import dev.rowlock.pacing.Signal;
import dev.rowlock.pacing.Ticker;
import dev.rowlock.pacing.Unit;
import dev.rowlock.pacing.internal.sql.SignalStatements;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import javax.sql.DataSource;

/**
 * The time an own small write and its commit take: what online writes feel, on servers that keep no histogram of them (MariaDB). It sees a slow
 * server, not a row that the batch holds.
 *
 * <p>The table is the caller's: {@code CREATE TABLE canary (id BIGINT PRIMARY KEY, beats BIGINT NOT NULL)}, with one row for each process, so that
 * two do not wait for each other. Locks that row, from its UPDATE to the commit that follows at once.
 */
public final class CanaryWrite implements Signal {
    private static final Duration WINDOW = Duration.ofSeconds(2);
    private static final Duration SHOWN = Duration.ofSeconds(10);

    /** Ten a second at two reads a second: enough to see a P99 double within seconds, few enough to cost nothing. */
    private static final int BEATS = 5;

    private final KeptConnection connection;
    private final TableName table;
    private final long id;
    private final Ticker ticker;
    private final String statement;
    private LatencyHistory history = LatencyHistory.empty();
    private Duration before = Duration.ofSeconds(-1);

    private CanaryWrite(DataSource source, TableName table, long id, Ticker ticker) {
        this.connection = new KeptConnection(source);
        this.table = table;
        this.id = id;
        this.ticker = ticker;
        this.statement = StatementTemplate.fill(SignalStatements.CANARY_BEAT, Map.of("{table}", table.quoted()));
    }

    public static CanaryWrite of(DataSource source, TableName table, long id, Ticker ticker) {
        return new CanaryWrite(source, table, id, ticker);
    }

    @Override
    public String name() {
        return "canary write";
    }

    @Override
    public Duration window() {
        return WINDOW;
    }

    @Override
    public Unit unit() {
        return Unit.NANOSECONDS;
    }

    @Override
    public Reading read(Duration now) throws SQLException {
        long[] counts = new long[LatencyHistogram.BUCKETS];
        for (int beat = 0; beat < BEATS; beat++) {
            Duration start = ticker.now();
            if (connection.with(this::beat) == 0) {
                return new Reading.Stale(
                        Duration.ZERO,
                        "the canary has no row: INSERT INTO " + table.quoted() + " (id, beats) VALUES (" + id + ", 0)");
            }
            counts[LatencyHistogram.bucket((double) ticker.now().minus(start).toNanos())]++;
        }
        Duration end = ticker.now();
        history = history.plus(
                new LatencyHistory.Slice(before.isNegative() ? now : before, end, LatencyHistogram.of(counts)));
        before = end;
        LatencyHistory.Slice recent = history.since(end.minus(SHOWN));
        double p99 = recent.latencies().quantileNanos(0.99);
        String text = "p99 " + Unit.NANOSECONDS.text(p99) + " of "
                + recent.latencies().total();
        return new Reading.Fresh(p99, text, end, new Evidence.Latencies(history));
    }

    /** Commits by itself: one write, one round trip. */
    private int beat(Connection open) throws SQLException {
        try (PreparedStatement update = open.prepareStatement(statement)) {
            update.setLong(1, id);
            return update.executeUpdate();
        }
    }

    @Override
    public void close() {
        connection.close();
    }
}
