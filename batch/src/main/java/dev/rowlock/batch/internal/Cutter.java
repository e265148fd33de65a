package dev.rowlock.batch.internal;

import dev.rowlock.batch.BatchPlan;
import dev.rowlock.batch.ShardRule;
import dev.rowlock.batch.internal.sql.TargetStatements;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.mysql.table.KeyCodec;
import dev.rowlock.mysql.table.KeySql;
import dev.rowlock.mysql.table.RowKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Cuts the key space into shards with about the same number of rows (C3). It halves the part of which the server believes that it holds most rows,
 * again and again, so that a gap of 10^18 costs sixty questions and not a scan. Points between two keys are made by {@link Midpoint};
 * which key comes next is the server's answer, never Java's (facts 5.8). All reads, no locks.
 */
final class Cutter {
    private static final int MOST_QUESTIONS = 600;
    private static final int MOST_HALVINGS = 70;
    private static final int PARTS_OF_A_SHARD = 8;

    private final Connection connection;
    private final Target target;
    private final TargetSql sql;
    private final KeyCodec codec;

    Cutter(Connection connection, Target target, TargetSql sql) {
        this.connection = connection;
        this.target = target;
        this.sql = sql;
        this.codec = target.codec();
    }

    private record Part(RowKey after, RowKey upTo, long rows) {}

    /** The places of a plan's shards; none for an empty table. */
    List<Shard.Place> cut(BatchPlan plan, long run) throws SQLException {
        Optional<RowKey> last = edge(TargetStatements.TARGET_LAST);
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

    /** How many rows the server believes the table has between its ends. */
    long estimate() throws SQLException {
        Optional<RowKey> last = edge(TargetStatements.TARGET_LAST);
        return last.isEmpty() ? 0 : rows(null, last.get());
    }

    private List<RowKey> cuts(int shards, RowKey last) throws SQLException {
        RowKey first = edge(TargetStatements.TARGET_FIRST).orElse(last);
        List<Part> parts = parts(shards, first, last);
        long all = parts.stream().mapToLong(Part::rows).sum();
        List<RowKey> cuts = new ArrayList<>();
        long seen = 0;
        for (Part part : parts.subList(0, parts.size() - 1)) {
            seen += part.rows();
            if (seen * shards >= all * (cuts.size() + 1) && cuts.size() < shards - 1) {
                cuts.add(part.upTo());
            }
        }
        return cuts;
    }

    /** Neighbouring parts in key order, none of which should hold more than a fraction of a shard. */
    private List<Part> parts(int shards, RowKey first, RowKey last) throws SQLException {
        PriorityQueue<Part> open =
                new PriorityQueue<>(Comparator.comparingLong(Part::rows).reversed());
        List<Part> closed = new ArrayList<>();
        open.add(new Part(first, last, rows(first, last)));
        long all = Math.max(1, open.element().rows());
        int questions = 0;
        while (!open.isEmpty()
                && questions < MOST_QUESTIONS
                && open.size() + closed.size() < 4 * PARTS_OF_A_SHARD * shards) {
            Part largest = open.remove();
            if (largest.rows() * PARTS_OF_A_SHARD * shards <= all) {
                open.add(largest);
                break;
            }
            questions++;
            List<Part> halves = halve(largest);
            (halves.size() == 1 ? closed : open).addAll(halves);
        }
        closed.addAll(open);
        return inOrder(closed, first);
    }

    /** Each part begins where another ends. */
    private static List<Part> inOrder(List<Part> parts, RowKey first) {
        List<Part> ordered = new ArrayList<>();
        Map<RowKey, Part> byStart = new HashMap<>();
        parts.forEach(part -> byStart.put(part.after(), part));
        Part next = byStart.get(first);
        while (next != null) {
            ordered.add(next);
            next = byStart.get(next.upTo());
        }
        return ordered;
    }

    /** Two parts of one, or the part itself when nothing lies between its ends. */
    private List<Part> halve(Part part) throws SQLException {
        int at = firstDifference(part.after(), part.upTo());
        RowKey cut = between(part, at);
        if (cut == null && at < target.key().size() - 1) {
            cut = atAnEdge(part, at);
        }
        return cut == null
                ? List.of(part)
                : List.of(
                        new Part(part.after(), cut, rows(part.after(), cut)),
                        new Part(cut, part.upTo(), rows(cut, part.upTo())));
    }

    private int firstDifference(RowKey low, RowKey high) {
        for (int at = 0; at < target.key().size() - 1; at++) {
            if (!low.parts().get(at).equals(high.parts().get(at))) {
                return at;
            }
        }
        return target.key().size() - 1;
    }

    /** A key inside the part, next to a value between those of its ends. */
    private @Nullable RowKey between(Part part, int at) throws SQLException {
        Object low = part.after().parts().get(at);
        Object high = part.upTo().parts().get(at);
        for (int tries = 0; tries < MOST_HALVINGS; tries++) {
            Optional<Object> middle = Midpoint.between(target.key().get(at), low, high);
            if (middle.isEmpty()) {
                return null;
            }
            List<Object> prefix = new ArrayList<>(part.after().parts().subList(0, at));
            prefix.add(middle.get());
            RowKey found = atOrAfter(new RowKey(prefix));
            if (found != null && isInside(part, found)) {
                return found;
            }
            if (found == null || found.equals(part.upTo())) {
                high = middle.get(); // nothing in the upper half
            } else {
                low = middle.get(); // the guess lay outside, by the column's collation
            }
        }
        return null;
    }

    /** Where the values of the key's first columns change: (1, 9) and (2, 1) have no value between 1 and 2, but keys between them. */
    private @Nullable RowKey atAnEdge(Part part, int at) throws SQLException {
        RowKey end = ofPrefix(TargetStatements.TARGET_LAST_OF, part.after(), at);
        if (end != null && isInside(part, end)) {
            return end;
        }
        RowKey start = ofPrefix(TargetStatements.TARGET_FIRST_OF, part.upTo(), at);
        return start != null && isInside(part, start) ? start : null;
    }

    private @Nullable RowKey ofPrefix(String statement, RowKey key, int at) throws SQLException {
        KeySql prefix = new KeySql(target.key().subList(0, at + 1));
        return first(new Call(connection, sql.named(statement).replace("{prefix}", prefix.in(1)))
                .withKey(new RowKey(key.parts().subList(0, at + 1))));
    }

    /** Whether the server agrees that a key lies inside a part and is neither of its ends. */
    private boolean isInside(Part part, RowKey key) throws SQLException {
        if (key.equals(part.after()) || key.equals(part.upTo())) {
            return false;
        }
        KeySql words = new KeySql(target.key());
        String inside = words.in(1) + " AND " + words.after() + " AND " + words.upTo();
        return first(new Call(
                                connection,
                                sql.named(TargetStatements.TARGET_INSIDE).replace("{inside}", inside))
                        .withKey(key)
                        .withBound(part.after())
                        .withBound(part.upTo()))
                != null;
    }

    private @Nullable RowKey atOrAfter(RowKey prefix) throws SQLException {
        KeySql words = new KeySql(target.key().subList(0, prefix.parts().size()));
        return first(
                new Call(connection, sql.named(TargetStatements.TARGET_FROM).replace("{from}", words.from()))
                        .withBound(prefix));
    }

    private @Nullable RowKey first(Call call) throws SQLException {
        List<RowKey> found = call.query(row -> codec.read(row, 1));
        return found.isEmpty() ? null : found.get(0);
    }

    private Optional<RowKey> edge(String statement) throws SQLException {
        return Optional.ofNullable(first(new Call(connection, sql.named(statement))));
    }

    private long rows(@Nullable RowKey after, RowKey upTo) throws SQLException {
        return sql
                .unbound(connection, TargetStatements.TARGET_ESTIMATE, after, upTo)
                .query(row -> row.getLong("rows"))
                .stream()
                .mapToLong(Long::longValue)
                .sum();
    }
}
