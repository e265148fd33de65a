package dev.rowlock.batch.internal;

import dev.rowlock.batch.Action;
import dev.rowlock.batch.Counts;
import dev.rowlock.batch.HandledRow;
import dev.rowlock.batch.RowHandler;
import dev.rowlock.batch.internal.Ledger.Entry;
import dev.rowlock.batch.internal.Ledger.Reason;
import dev.rowlock.batch.internal.Ledger.Skipped;
import dev.rowlock.batch.internal.sql.TargetStatements;
import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.mysql.table.Column;
import dev.rowlock.mysql.table.RowKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A chunk whose rows go to the user's code: look, hand over, checkpoint. No row of the table is locked at any time; a crash before the
 * checkpoint gives the rows out again. Immutable.
 */
final class HandledChunk {
    /** After so many tries a row is left, and reported. */
    static final int TRIES = 3;

    private final Transactions transactions;
    private final Parts parts;
    private final RowHandler handler;
    private final List<Column> columns;

    HandledChunk(Transactions transactions, Parts parts, RowHandler handler, Target target, Action.Handle action) {
        this.transactions = transactions;
        this.parts = parts;
        this.handler = handler;
        this.columns = target.handled(action);
    }

    /** The next rows of the scan. */
    Chunk.Done scan(Shard shard, long token, Duration lease, int window, int limit) {
        Chunk.Looked looked = transactions.inTransaction(
                Isolation.READ_COMMITTED, connection -> Chunk.look(parts, connection, shard, window, limit));
        Set<RowKey> recent = parts.recent().among(looked.matching());
        List<RowKey> wanted =
                looked.matching().stream().filter(key -> !recent.contains(key)).toList();
        List<HandledRow> rows = read(shard, wanted);
        String error = handle(rows);
        List<Skipped> skipped = new ArrayList<>();
        recent.forEach(key -> skipped.add(new Skipped(key, Reason.RECENT, null)));
        if (error != null) {
            rows.forEach(row -> skipped.add(new Skipped(row.key(), Reason.ERROR, error)));
        }
        int done = error == null ? rows.size() : 0;
        Counts counts =
                new Counts(looked.rows(), looked.matching().size(), done, (long) wanted.size() - rows.size(), 0);
        Shard after = Chunk.after(shard, looked, counts, skipped.size());
        commit(shard, after, token, lease, connection -> parts.ledger().add(connection, shard, skipped));
        return new Chunk.Done(after, looked.rows(), looked.matching().size(), rows.size(), System.nanoTime());
    }

    /** Rows of the ledger that are due, each for itself. */
    Revisit.Done revisit(Shard shard, long token, Duration lease, long after) {
        List<Entry> entries = transactions.inTransaction(
                Isolation.READ_COMMITTED, connection -> parts.ledger().list(connection, shard.place(), after, 1));
        if (entries.isEmpty()) {
            boolean any = after != 0
                    || transactions.inTransaction(
                            Isolation.READ_COMMITTED,
                            connection -> parts.ledger().any(connection, shard.place()));
            Shard next = shard.revisited(Counts.NONE, any ? Shard.Phase.REVISIT : Shard.Phase.DONE);
            commit(shard, next, token, lease, connection -> {});
            return new Revisit.Done(next, 0, 0, 0);
        }
        Entry entry = entries.get(0);
        if (!parts.recent().among(List.of(entry.key())).isEmpty()) {
            return new Revisit.Done(shard, entry.seq(), 0, 0);
        }
        List<HandledRow> rows = read(shard, List.of(entry.key()));
        String error = handle(rows);
        boolean last = error != null && entry.tries() + 1 >= TRIES;
        Counts counts = new Counts(0, 0, error == null ? rows.size() : 0, rows.isEmpty() ? 1 : 0, last ? 1 : 0);
        Shard next = shard.revisited(counts, Shard.Phase.REVISIT);
        commit(shard, next, token, lease, connection -> {
            if (error == null) {
                parts.ledger().cross(connection, shard.place(), entries);
            } else {
                parts.ledger().tried(connection, shard.place(), entry, error);
            }
        });
        return new Revisit.Done(next, entry.seq(), rows.size(), error == null ? 1 : 0);
    }

    private interface Write {
        void run(Connection connection) throws SQLException;
    }

    private void commit(Shard before, Shard after, long token, Duration lease, Write write) {
        transactions.inTransaction(
                Isolation.READ_COMMITTED,
                connection -> {
                    write.run(connection);
                    parts.shards().checkpoint(connection, after, token, lease);
                    return before.chunk();
                },
                (connection, chunk) -> parts.shards().readBack(connection, after, token));
    }

    private List<HandledRow> read(Shard shard, List<RowKey> keys) {
        if (keys.isEmpty()) {
            return List.of();
        }
        int width = parts.codec().width();
        return transactions.inTransaction(Isolation.READ_COMMITTED, connection -> {
            parts.key().check(connection);
            List<HandledRow> rows = new ArrayList<>();
            for (List<RowKey> piece : KeyLists.of(keys)) {
                rows.addAll(parts.sql()
                        .keys(connection, TargetStatements.TARGET_ROWS, piece, shard.place())
                        .query(row -> {
                            Map<String, @Nullable String> values = new LinkedHashMap<>();
                            for (int at = 0; at < columns.size(); at++) {
                                values.put(columns.get(at).name().name(), row.getString(width + 1 + at));
                            }
                            return new HandledRow(parts.codec().read(row, 1), values);
                        }));
            }
            return rows;
        });
    }

    /** What went wrong, or {@code null}. */
    private @Nullable String handle(List<HandledRow> rows) {
        if (rows.isEmpty()) {
            return null;
        }
        try {
            handler.handle(rows);
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Interrupted();
        } catch (VirtualMachineError e) {
            throw e;
        } catch (Throwable e) { // a class that is missing or an assertion is a failure of these rows, too
            String keys =
                    rows.stream().limit(3).map(row -> row.key().toString()).collect(Collectors.joining(", "));
            return (e.getMessage() == null ? e.getClass().getName() : e.getMessage()) + " (rows " + keys
                    + (rows.size() > 3 ? ", ..." : "") + ")";
        }
    }

    /** The worker was told to leave while the user's code ran: nothing of the chunk is written down. */
    static final class Interrupted extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Interrupted() {
            super("interrupted", null, false, false);
        }
    }
}
