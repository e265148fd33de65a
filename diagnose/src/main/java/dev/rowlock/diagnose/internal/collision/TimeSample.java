package dev.rowlock.diagnose.internal.collision;

import dev.rowlock.diagnose.internal.sql.CollisionStatements;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.mysql.table.Column;
import dev.rowlock.mysql.table.RowKey;
import dev.rowlock.mysql.table.StatementTemplate;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A sample of the batch's rows with their time column, read once with the count and again when the window has passed, chunk by chunk in the same
 * order, so that each row was watched for as long. Used by one thread.
 */
final class TimeSample implements ChunkVisitor {
    private static final int KEYS_AT_ONCE = 500;

    private record Row(RowKey key, @Nullable String time) {}

    /** Rows that were read together, and when. */
    private record Cluster(long readAt, List<Row> rows) {}

    /** What the second reading found of one cluster. */
    record Outcome(int rows, int written) {}

    private final Target target;
    private final ReadSession session;
    private final Column column;
    private final long oneIn;
    private final List<Cluster> clusters = new ArrayList<>();
    private final List<Outcome> outcomes = new ArrayList<>();
    private final Set<RowKey> written = new HashSet<>();
    private final List<RowKey> sampled = new ArrayList<>();

    /** @param oneIn the sample's size: one row in so many */
    TimeSample(Target target, ReadSession session, Column column, long oneIn) {
        this.target = target;
        this.session = session;
        this.column = column;
        this.oneIn = oneIn;
    }

    @Override
    public void visit(Chunk chunk) throws SQLException {
        Call call = new Call(session.connection(), timed(target.sql(CollisionStatements.COLLISION_CHUNK_SAMPLE)))
                .withBound(chunk.first())
                .withBound(chunk.last());
        List<Row> rows = target.withPredicate(call).with(oneIn).query(this::row);
        if (!rows.isEmpty()) {
            clusters.add(new Cluster(System.nanoTime(), rows));
            rows.forEach(row -> sampled.add(row.key()));
        }
    }

    /** Waits for the window and reads again; returns how long the rows were watched. */
    Duration readAgain(Duration window) throws SQLException {
        long watched = 0;
        for (Cluster cluster : clusters) {
            long wait = cluster.readAt() + window.toNanos() - System.nanoTime();
            if (wait > 0) {
                Pace.rest(Duration.ofNanos(wait));
            }
            long start = System.nanoTime();
            watched += start - cluster.readAt();
            readAgain(cluster);
            Pace.rest(Duration.ofNanos(System.nanoTime() - start));
        }
        return clusters.isEmpty() ? Duration.ZERO : Duration.ofNanos(watched / clusters.size());
    }

    private void readAgain(Cluster cluster) throws SQLException {
        int before = written.size();
        for (int from = 0; from < cluster.rows().size(); from += KEYS_AT_ONCE) {
            List<Row> some =
                    cluster.rows().subList(from, Math.min(cluster.rows().size(), from + KEYS_AT_ONCE));
            List<RowKey> keys = some.stream().map(Row::key).toList();
            Map<RowKey, Row> now = new HashMap<>();
            new Call(session.connection(), timed(target.sqlForKeys(CollisionStatements.COLLISION_TIMES, keys.size())))
                    .withKeys(keys)
                    .query(this::row)
                    .forEach(row -> now.put(row.key(), row));
            for (Row row : some) {
                Row same = now.get(row.key());
                if (same == null || !Objects.equals(same.time(), row.time())) {
                    written.add(row.key());
                }
            }
        }
        outcomes.add(new Outcome(cluster.rows().size(), written.size() - before));
    }

    private Row row(java.sql.ResultSet row) throws SQLException {
        return new Row(target.read(row), row.getString(target.codec().width() + 1));
    }

    private String timed(String sql) {
        return StatementTemplate.fill(sql, Map.of("{time}", column.name().quoted()));
    }

    /** Rows that were sampled. */
    List<RowKey> sampled() {
        return sampled;
    }

    /** Rows of the sample that were written, or are gone. */
    Set<RowKey> written() {
        return written;
    }

    List<Outcome> outcomes() {
        return outcomes;
    }

    long oneIn() {
        return oneIn;
    }
}
