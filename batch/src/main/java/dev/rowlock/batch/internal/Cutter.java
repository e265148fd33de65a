package dev.rowlock.batch.internal;

import dev.rowlock.batch.BatchPlan;
import dev.rowlock.batch.ShardRule;
import dev.rowlock.batch.internal.sql.TargetStatements;
import dev.rowlock.mysql.table.RowKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Cuts the key space into shards with about the same number of rows (C3). It halves the part of which the server believes that it holds most rows,
 * again and again, so that a gap of 10^18 costs sixty questions and not a scan. Where a part can be halved is for {@link KeysBetween} to find
 * out. All reads, no locks. Not thread-safe.
 */
public final class Cutter {
    /** Looks of one row or one plan each: about a second on a slow day, whatever the table. */
    static final int MOST_QUESTIONS = 4_000;

    private static final int PARTS_OF_A_SHARD = 8;

    private final Connection connection;
    private final TargetSql sql;
    private final KeysBetween keys;
    private int estimates;

    public Cutter(Connection connection, Target target, TargetSql sql) {
        this.connection = connection;
        this.sql = sql;
        this.keys = new KeysBetween(connection, target, sql);
    }

    /**
     * Neighbours in key order.
     *
     * @param rows how many the server believes it holds
     * @param whole whether no key was found inside
     */
    public record Part(RowKey after, RowKey upTo, long rows, boolean whole) {}

    /** The places of a plan's shards; none for an empty table. */
    List<Shard.Place> cut(BatchPlan plan, long run) throws SQLException {
        Optional<RowKey> last = keys.edge(TargetStatements.TARGET_LAST);
        if (last.isEmpty()) {
            return List.of();
        }
        List<Shard.Place> places = new ArrayList<>();
        if (plan.shards().kind() == ShardRule.Kind.MODULO) {
            for (int at = 0; at < plan.shards().shards(); at++) {
                places.add(new Shard.Place(run, at, null, last.get()));
            }
            return places;
        }
        @Nullable RowKey after = null;
        for (RowKey cut : cuts(plan.shards().shards(), last.get())) {
            places.add(new Shard.Place(run, places.size(), after, cut));
            after = cut;
        }
        places.add(new Shard.Place(run, places.size(), after, last.get()));
        return places;
    }

    /** Neighbouring parts of the whole table in key order, small enough for that many shards; the first begins after the first key. */
    public List<Part> parts(int shards) throws SQLException {
        Optional<RowKey> first = keys.edge(TargetStatements.TARGET_FIRST);
        Optional<RowKey> last = keys.edge(TargetStatements.TARGET_LAST);
        if (first.isEmpty() || last.isEmpty()) {
            return List.of();
        }
        return first.equals(last)
                ? List.of(new Part(first.get(), last.get(), 1, true))
                : parts(shards, first.get(), last.get());
    }

    /** How many rows the server believes the table has between its ends. */
    long estimate() throws SQLException {
        Optional<RowKey> last = keys.edge(TargetStatements.TARGET_LAST);
        return last.isEmpty() ? 0 : rows(null, last.get());
    }

    /** Each cut goes where the rows before it come nearest to their share. */
    private List<RowKey> cuts(int shards, RowKey last) throws SQLException {
        RowKey first = keys.edge(TargetStatements.TARGET_FIRST).orElse(last);
        if (shards == 1 || first.equals(last)) {
            return List.of();
        }
        return cuts(parts(shards, first, last), shards);
    }

    /** Where shards end, but for the last one. */
    public static List<RowKey> cuts(List<Part> parts, int shards) {
        double share = Math.max(1.0, parts.stream().mapToLong(Part::rows).sum() / (double) shards);
        List<RowKey> cuts = new ArrayList<>();
        long seen = 0;
        for (int at = 0; at < parts.size() - 1 && cuts.size() < shards - 1; at++) {
            seen += parts.get(at).rows();
            double goal = share * (cuts.size() + 1);
            if (seen + parts.get(at + 1).rows() / 2.0 >= goal) {
                cuts.add(parts.get(at).upTo());
            }
        }
        return cuts;
    }

    /** Neighbouring parts in key order, none of which should hold more than a fraction of a shard. */
    private List<Part> parts(int shards, RowKey first, RowKey last) throws SQLException {
        List<Part> parts = new ArrayList<>();
        parts.add(new Part(first, last, rows(first, last), false));
        long small = Math.max(1, parts.get(0).rows() / ((long) PARTS_OF_A_SHARD * shards));
        while (keys.questions() + estimates < MOST_QUESTIONS) {
            int at = largest(parts);
            if (at < 0 || parts.get(at).rows() <= small) {
                break;
            }
            Part part = parts.get(at);
            RowKey cut = keys.between(part.after(), part.upTo());
            if (cut == null) {
                parts.set(at, new Part(part.after(), part.upTo(), part.rows(), true));
            } else {
                parts.set(at, new Part(part.after(), cut, rows(part.after(), cut), false));
                parts.add(at + 1, new Part(cut, part.upTo(), rows(cut, part.upTo()), false));
            }
        }
        return parts;
    }

    private static int largest(List<Part> parts) {
        int largest = -1;
        for (int at = 0; at < parts.size(); at++) {
            if (!parts.get(at).whole()
                    && (largest < 0 || parts.get(at).rows() > parts.get(largest).rows())) {
                largest = at;
            }
        }
        return largest;
    }

    private long rows(@Nullable RowKey after, RowKey upTo) throws SQLException {
        estimates++;
        return sql
                .unbound(connection, TargetStatements.TARGET_ESTIMATE, after, upTo)
                .query(row -> row.getLong("rows"))
                .stream()
                .mapToLong(Long::longValue)
                .sum();
    }
}
