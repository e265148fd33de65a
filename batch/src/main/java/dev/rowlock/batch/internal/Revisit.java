package dev.rowlock.batch.internal;

import dev.rowlock.batch.Counts;
import dev.rowlock.batch.internal.Ledger.Entry;
import dev.rowlock.batch.internal.sql.TargetStatements;
import dev.rowlock.mysql.table.RowKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Comes back to rows of the ledger in one transaction: changes those that are free and still match, and crosses off those that others
 * changed or deleted. Never waits for a row. Immutable.
 */
final class Revisit {
    private final Parts parts;

    Revisit(Parts parts) {
        this.parts = parts;
    }

    /**
     * What was done, before its commit.
     *
     * @param last number of the last row looked at; 0 when there was none
     * @param touched rows locked
     */
    record Done(Shard shard, long last, int touched, int crossed) {}

    Done run(Connection connection, Shard shard, long token, Duration lease, long after, int limit)
            throws SQLException {
        List<Entry> entries = parts.ledger().list(connection, shard.place(), after, limit);
        if (entries.isEmpty()) {
            Shard next = shard.revisited(Counts.NONE, after == 0 ? Shard.Phase.DONE : Shard.Phase.REVISIT);
            parts.shards().checkpoint(connection, next, token, lease);
            return new Done(next, 0, 0, 0);
        }
        List<RowKey> keys = entries.stream().map(Entry::key).toList();
        Set<RowKey> recent = parts.recent().among(keys);
        int width = parts.codec().width();
        Map<RowKey, Boolean> free = new HashMap<>();
        List<RowKey> wanted = keys.stream().filter(key -> !recent.contains(key)).toList();
        if (!wanted.isEmpty()) {
            record Row(RowKey key, boolean matches) {}
            parts.sql()
                    .keys(connection, TargetStatements.TARGET_LOCK_HELD, wanted, shard.place())
                    .query(row -> new Row(parts.codec().read(row, 1), row.getBoolean(width + 1)))
                    .forEach(row -> free.put(row.key(), row.matches()));
        }
        Set<RowKey> gone = gone(connection, shard, wanted, free);
        List<RowKey> changing = new ArrayList<>();
        List<Entry> crossed = new ArrayList<>();
        for (Entry entry : entries) {
            Boolean matches = free.get(entry.key());
            if (Boolean.TRUE.equals(matches)) {
                changing.add(entry.key());
            }
            if (matches != null || gone.contains(entry.key())) {
                crossed.add(entry);
            }
        }
        int changed = changing.isEmpty() ? 0 : parts.change().apply(connection, changing, shard.place());
        parts.ledger().cross(connection, shard.place(), crossed);
        Counts counts = new Counts(0, 0, changed, (long) crossed.size() - changed, 0);
        Shard next = shard.revisited(counts, Shard.Phase.REVISIT);
        parts.shards().checkpoint(connection, next, token, lease);
        return new Done(next, entries.get(entries.size() - 1).seq(), changing.size(), crossed.size());
    }

    /** Rows that are neither free nor there: a row that is held is seen by a plain read. */
    private Set<RowKey> gone(Connection connection, Shard shard, List<RowKey> wanted, Map<RowKey, Boolean> free)
            throws SQLException {
        List<RowKey> missing =
                wanted.stream().filter(key -> !free.containsKey(key)).toList();
        if (missing.isEmpty()) {
            return Set.of();
        }
        Set<RowKey> gone = new HashSet<>(missing);
        parts.sql()
                .keys(connection, TargetStatements.TARGET_EXIST, missing, shard.place())
                .query(row -> parts.codec().read(row, 1))
                .forEach(gone::remove);
        return gone;
    }
}
