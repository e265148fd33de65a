package dev.rowlock.pacing.signal;

import dev.rowlock.pacing.Evidence;
import dev.rowlock.pacing.LatencyHistogram;
import dev.rowlock.pacing.LatencyHistory;
import dev.rowlock.pacing.Reading;
import dev.rowlock.pacing.Signal;
import dev.rowlock.pacing.Unit;
import dev.rowlock.pacing.internal.sql.SignalStatements;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The P99 of one online statement, from the server's own histogram, differenced from read to read (MySQL 8.0 and later). Needs SELECT on
 * performance_schema. Locks nothing; reads at most 450 rows by key.
 */
public final class StatementLatency implements Signal {
    private static final Duration WINDOW = Duration.ofSeconds(2);
    private static final Duration SHOWN = Duration.ofSeconds(10);

    private final KeptConnection connection;
    private final StatementKey key;
    private final String name;
    private @Nullable LatencyHistogram before;
    private Duration beforeAt = Duration.ZERO;
    private LatencyHistory history = LatencyHistory.empty();

    private StatementLatency(DataSource source, StatementKey key, String name) {
        this.connection = new KeptConnection(source);
        this.key = key;
        this.name = name;
    }

    /** Of a statement that {@link StatementFinder} found. */
    public static StatementLatency of(DataSource source, StatementKey key) {
        String digest = key.digest().substring(0, Math.min(6, key.digest().length()));
        return new StatementLatency(source, key, "p99(" + key.label() + " #" + digest + ")");
    }

    /** Of the COMMITs that {@link StatementFinder#commitsIn} found. */
    public static StatementLatency ofCommits(DataSource source, StatementKey key) {
        String where = key.schema().map(schema -> "in " + schema).orElse("without a schema");
        return new StatementLatency(source, key, "p99(online COMMIT " + where + ")");
    }

    public StatementKey key() {
        return key;
    }

    @Override
    public String name() {
        return name;
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
        LatencyHistogram counted = key.schemaOrNull() == null
                ? connection.query(
                        SignalStatements.HISTOGRAM_OF_STATEMENT_WITHOUT_SCHEMA, StatementLatency::buckets, key.digest())
                : connection.query(
                        SignalStatements.HISTOGRAM_OF_STATEMENT,
                        StatementLatency::buckets,
                        key.schemaOrNull(),
                        key.digest());
        LatencyHistogram earlier = before;
        Duration earlierAt = beforeAt;
        before = counted;
        beforeAt = now;
        if (counted.total() == 0) {
            before = null;
            return stale(
                    "the server has not counted this statement since its start or the last TRUNCATE of its statistics");
        }
        if (earlier == null) {
            return stale("read for the first time: nothing to compare with yet");
        }
        Optional<LatencyHistogram> added = counted.since(earlier);
        if (added.isEmpty()) {
            return stale("the server's counter went backwards: it was restarted, or its statistics were truncated");
        }
        history = history.plus(new LatencyHistory.Slice(earlierAt, now, added.get()));
        LatencyHistory.Slice recent = history.since(now.minus(SHOWN));
        double p99 = recent.latencies().quantileNanos(0.99);
        String text = "p99 " + Unit.NANOSECONDS.text(p99) + " of "
                + recent.latencies().total();
        return new Reading.Fresh(p99, text, now, new Evidence.Latencies(history));
    }

    private static Reading stale(String reason) {
        return new Reading.Stale(Duration.ZERO, reason);
    }

    private static LatencyHistogram buckets(ResultSet rows) throws SQLException {
        long[] counts = new long[LatencyHistogram.BUCKETS];
        while (rows.next()) {
            counts[rows.getInt(1)] = rows.getLong(2);
        }
        return LatencyHistogram.of(counts);
    }

    @Override
    public void close() {
        connection.close();
    }
}
