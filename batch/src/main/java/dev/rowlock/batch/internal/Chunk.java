package dev.rowlock.batch.internal;

import dev.rowlock.batch.Counts;
import dev.rowlock.batch.internal.Ledger.Reason;
import dev.rowlock.batch.internal.Ledger.Skipped;
import dev.rowlock.batch.internal.sql.TargetStatements;
import dev.rowlock.mysql.table.RowKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One chunk of a scan in one transaction: look, lock what is free, change, write down what was held, checkpoint. It never waits for a row.
 * Immutable.
 */
final class Chunk {
    /** Below this share of matching rows between first and last, rows are locked one by one, so that those between are not touched. */
    private static final double DENSE = 0.5;

    private final Parts parts;

    Chunk(Parts parts) {
        this.parts = parts;
    }

    /**
     * What was done, before its commit.
     *
     * @param shard the shard's next checkpoint, already written
     * @param touched rows locked
     * @param lockedAt {@link System#nanoTime} just before the first row was locked
     */
    record Done(Shard shard, int scanned, int matched, int touched, long lockedAt) {}

    /**
     * What the next rows of a shard are.
     *
     * @param matching keys of those that fulfil the predicate
     * @param rows how many were looked at
     * @param between how many from the first that matches
     * @param last the last that was looked at; {@code null} when the shard ends there
     */
    record Looked(
            List<RowKey> matching,
            int rows,
            int between,
            @Nullable RowKey last) {}

    /**
     * Runs it.
     *
     * @param token of the shard's lease
     * @param window rows to look at, at most
     * @param limit rows to change, at most
     */
    Done run(Connection connection, Shard shard, long token, Duration lease, int window, int limit)
            throws SQLException {
        Looked looked = look(parts, connection, shard, window, limit);
        List<RowKey> matching = looked.matching();
        long lockedAt = System.nanoTime();
        Set<RowKey> recent = parts.recent().among(matching);
        List<RowKey> wanted = recent.isEmpty()
                ? matching
                : matching.stream().filter(key -> !recent.contains(key)).toList();
        List<RowKey> locked = recent.isEmpty() && !wanted.isEmpty() && isDense(looked)
                ? lockRange(connection, shard, wanted.get(0), wanted.get(wanted.size() - 1), limit)
                : parts.keys(connection, TargetStatements.TARGET_LOCK_KEYS, wanted, shard.place());
        // A row of the range that began to match after the look is locked, too: it is one more that matched.
        Set<RowKey> free = new HashSet<>(locked);
        List<Skipped> skipped = new ArrayList<>();
        int extra = free.size();
        for (RowKey key : matching) {
            if (free.contains(key)) {
                extra--;
            } else {
                skipped.add(new Skipped(key, recent.contains(key) ? Reason.RECENT : Reason.HELD, null));
            }
        }
        int changed = locked.isEmpty() ? 0 : parts.changed(connection, locked, shard.place());
        Counts counts =
                new Counts(looked.rows(), matching.size() + (long) extra, changed, (long) locked.size() - changed, 0);
        Shard after = after(shard, looked, counts, skipped.size());
        parts.ledger().add(connection, shard, skipped);
        parts.shards().checkpoint(connection, after, token, lease);
        return new Done(after, looked.rows(), matching.size(), locked.size(), lockedAt);
    }

    /**
     * Writes the next row that matches down for later, without a lock: its change would have had to wait.
     *
     * @param window rows to look at, at most
     */
    Done leave(Connection connection, Shard shard, long token, Duration lease, int window) throws SQLException {
        Looked looked = look(parts, connection, shard, window, 1);
        List<Skipped> skipped = looked.matching().stream()
                .map(key -> new Skipped(key, Reason.HELD, null))
                .toList();
        Shard after = after(shard, looked, new Counts(looked.rows(), skipped.size(), 0, 0, 0), skipped.size());
        parts.ledger().add(connection, shard, skipped);
        parts.shards().checkpoint(connection, after, token, lease);
        return new Done(after, looked.rows(), skipped.size(), 0, System.nanoTime());
    }

    /** The shard after its next rows. */
    static Shard after(Shard shard, Looked looked, Counts counts, int skipped) {
        if (looked.last() != null) {
            return shard.scanned(looked.last(), counts, skipped, Shard.Phase.SCAN);
        }
        boolean none = shard.ledger() + skipped == 0;
        return shard.scanned(
                shard.place().upToOrNull(), counts, skipped, none ? Shard.Phase.DONE : Shard.Phase.REVISIT);
    }

    /**
     * Reads the next rows, without locks.
     *
     * @throws dev.rowlock.mysql.StoreException when the table's key is another one by now
     */
    static Looked look(Parts parts, Connection connection, Shard shard, int window, int limit) throws SQLException {
        record Row(RowKey key, boolean matches) {}
        int width = parts.codec().width();
        List<Row> rows = parts.sql()
                .range(
                        connection,
                        TargetStatements.TARGET_SCAN,
                        shard.from(),
                        shard.place().upToOrNull(),
                        shard.place())
                .with((long) window)
                .query(row -> {
                    if (row.isFirst()) {
                        parts.key().saw(row);
                    }
                    return new Row(parts.codec().read(row, 1), row.getBoolean(width + 1));
                });
        if (rows.size() < window) {
            parts.key().sawTheEnd();
        }
        parts.key().check(connection);
        List<RowKey> matching = new ArrayList<>();
        int first = -1;
        for (int at = 0; at < rows.size(); at++) {
            if (rows.get(at).matches()) {
                first = first < 0 ? at : first;
                matching.add(rows.get(at).key());
                if (matching.size() == limit) {
                    return new Looked(
                            matching, at + 1, at + 1 - first, rows.get(at).key());
                }
            }
        }
        boolean end = rows.size() < window;
        return new Looked(
                matching,
                rows.size(),
                first < 0 ? 0 : rows.size() - first,
                end ? null : rows.get(rows.size() - 1).key());
    }

    private static boolean isDense(Looked looked) {
        return looked.matching().size() >= DENSE * looked.between();
    }

    private List<RowKey> lockRange(Connection connection, Shard shard, RowKey first, RowKey last, int limit)
            throws SQLException {
        return parts.sql()
                .closedRange(connection, TargetStatements.TARGET_LOCK_RANGE, first, last, shard.place())
                .with((long) limit)
                .query(row -> parts.codec().read(row, 1));
    }
}
