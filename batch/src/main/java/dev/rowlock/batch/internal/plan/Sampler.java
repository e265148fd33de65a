package dev.rowlock.batch.internal.plan;

import dev.rowlock.batch.internal.Cutter;
import dev.rowlock.batch.internal.Shard;
import dev.rowlock.batch.internal.Target;
import dev.rowlock.batch.internal.TargetSql;
import dev.rowlock.batch.internal.sql.PlanStatements;
import dev.rowlock.batch.internal.sql.TargetStatements;
import dev.rowlock.mysql.ServerFamily;
import dev.rowlock.mysql.table.KeyCodec;
import dev.rowlock.mysql.table.RowKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Looks at windows of rows at the beginning of each part of the key space, in ever larger rounds, until the time is up or all was seen. Consistent
 * reads along the primary key, no locks; each is ended by the server after a second. Used by one thread, once.
 */
final class Sampler {
    private static final int FIRST_WINDOW = 50;
    private static final int LONGEST_WINDOW = 2_000;
    private static final int MOST_KEYS = 500;

    /** The server ended a read: MySQL's number, and MariaDB's. */
    private static final Set<Integer> TOO_LONG = Set.of(3024, 1969);

    private final Connection connection;
    private final TargetSql sql;
    private final KeyCodec codec;
    private final String scan;
    private final List<RowKey> matching = new ArrayList<>();
    private @Nullable RowKey first;
    private @Nullable RowKey last;
    private long nanos;
    private boolean cut;

    Sampler(Connection connection, ServerFamily family, Target target, TargetSql sql) {
        this.connection = connection;
        this.sql = sql;
        this.codec = target.codec();
        this.scan = PlanStatements.limited(family, TargetStatements.TARGET_SCAN);
    }

    /** What was seen of a part so far. */
    private static final class Seen {
        private final Cutter.Part part;
        private @Nullable RowKey cursor;
        private long looked;
        private long matched;
        private boolean whole;

        /** @param afterOrNull {@code null} for the first part, which the table's first row belongs to */
        Seen(Cutter.Part part, @Nullable RowKey afterOrNull) {
            this.part = part;
            this.cursor = afterOrNull;
        }
    }

    private record Row(RowKey key, boolean matches) {}

    /** @param believed rows the server believes the table has: it believes up to twice as many of its parts together */
    Sample take(List<Cutter.Part> parts, long believed, Duration time) throws SQLException {
        List<Seen> all = new ArrayList<>();
        for (Cutter.Part part : parts) {
            all.add(new Seen(part, all.isEmpty() ? null : part.after()));
        }
        List<Integer> order =
                new ArrayList<>(IntStream.range(0, all.size()).boxed().toList());
        Collections.shuffle(order, new Random(all.size())); // wherever the time is up, what was seen is spread
        long deadline = System.nanoTime() + time.toNanos();
        for (int window = FIRST_WINDOW; goesOn(all, deadline); window = Math.min(LONGEST_WINDOW, 4 * window)) {
            for (int at : order) {
                if (goesOn(all, deadline) && !all.get(at).whole) {
                    look(all.get(at), window);
                }
            }
        }
        long looked = all.stream().mapToLong(seen -> seen.looked).sum();
        double sum = parts.stream().mapToLong(Cutter.Part::rows).sum();
        double factor = believed >= looked && sum > 0 ? believed / sum : 1;
        return new Sample(
                all.stream()
                        .map(seen ->
                                new PartSeen(seen.part.rows(), seen.looked, seen.matched, seen.whole).scaled(factor))
                        .toList(),
                matching,
                first,
                last,
                looked / Math.max(1e-6, nanos / 1e9),
                cut);
    }

    private boolean goesOn(List<Seen> all, long deadline) {
        return !cut && System.nanoTime() < deadline && all.stream().anyMatch(seen -> !seen.whole);
    }

    private void look(Seen seen, int window) throws SQLException {
        long start = System.nanoTime();
        int width = codec.width();
        List<Row> rows;
        try {
            rows = sql.range(connection, scan, seen.cursor, seen.part.upTo(), new Shard.Place(0, 0, null, null))
                    .with((long) window)
                    .query(row -> new Row(codec.read(row, 1), row.getBoolean(width + 1)));
        } catch (SQLException e) {
            if (!TOO_LONG.contains(e.getErrorCode())) {
                throw e;
            }
            cut = true;
            return;
        } finally {
            nanos += System.nanoTime() - start;
        }
        seen.looked += rows.size();
        seen.whole = rows.size() < window;
        for (Row row : rows) {
            if (row.matches()) {
                seen.matched++;
                if (matching.size() < MOST_KEYS) {
                    matching.add(row.key());
                }
            }
        }
        if (!rows.isEmpty()) {
            seen.cursor = rows.get(rows.size() - 1).key();
            if (first == null) {
                first = rows.get(0).key();
                last = seen.cursor;
            }
        }
    }
}
