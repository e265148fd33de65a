package dev.rowlock.batch.internal;

import dev.rowlock.batch.Counts;
import dev.rowlock.batch.internal.Ledger.Entry;
import dev.rowlock.batch.internal.sql.TargetStatements;
import dev.rowlock.mysql.table.RowKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
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
        List<RowKey> wanted = keys.stream().filter(key -> !recent.contains(key)).toList();
        Set<RowKey> free =
                new HashSet<>(parts.keys(connection, TargetStatements.TARGET_LOCK_KEYS, wanted, shard.place()));
        parts.key().check(connection);
        List<RowKey> changing = wanted.stream().filter(free::contains).toList();
        Set<RowKey> done = done(connection, shard, wanted, free);
        List<Entry> crossed =
                entries.stream().filter(entry -> done.contains(entry.key())).toList();
        int changed = changing.isEmpty() ? 0 : parts.changed(connection, changing, shard.place());
        parts.ledger().cross(connection, shard.place(), crossed);
        Counts counts = new Counts(0, 0, changed, (long) crossed.size() - changed, 0);
        Shard next = shard.revisited(counts, Shard.Phase.REVISIT);
        parts.shards().checkpoint(connection, next, token, lease);
        return new Done(next, entries.get(entries.size() - 1).seq(), changing.size(), crossed.size());
    }

    /**
     * Rows that need not be come back to: those that were locked, and those that no longer match, or are gone, for others to see. A row that
     * somebody holds is judged by its committed version: what he may yet write is a new row to the batch, like one behind the scan.
     */
    private Set<RowKey> done(Connection connection, Shard shard, List<RowKey> wanted, Set<RowKey> free)
            throws SQLException {
        List<RowKey> missing =
                wanted.stream().filter(key -> !free.contains(key)).toList();
        Set<RowKey> done = new HashSet<>(wanted);
        parts.keys(connection, TargetStatements.TARGET_STILL, missing, shard.place())
                .forEach(done::remove);
        return done;
    }
}
