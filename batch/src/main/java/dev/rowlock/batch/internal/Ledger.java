package dev.rowlock.batch.internal;

import dev.rowlock.batch.internal.sql.ShardStatements;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.mysql.table.KeyCodec;
import dev.rowlock.mysql.table.RowKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The ledger of rows that matched and could not be changed yet: written and crossed off in the chunk's transaction. Immutable. */
final class Ledger {
    /** Why a row is in the ledger. */
    enum Reason {
        /** Somebody held it. */
        HELD,
        /** Somebody wrote it a moment ago. */
        RECENT,
        /** A handler failed on it. */
        ERROR
    }

    /**
     * A row to come back to.
     *
     * @param seq its number in the shard
     * @param tries how often a handler failed on it
     */
    record Entry(long seq, RowKey key, Reason reason, int tries) {}

    /** A row to write down. */
    record Skipped(RowKey key, Reason reason, @Nullable String errorOrNull) {}

    private static final int LONGEST_ERROR = 500;

    private final Store store;
    private final KeyCodec codec;

    Ledger(Store store, KeyCodec codec) {
        this.store = store;
        this.codec = codec;
    }

    void add(Connection connection, Shard shard, List<Skipped> rows) throws SQLException {
        long seq = shard.ledger();
        for (List<Skipped> piece : KeyLists.of(rows)) {
            add(connection, shard, piece, seq);
            seq += piece.size();
        }
    }

    private void add(Connection connection, Shard shard, List<Skipped> rows, long last) throws SQLException {
        String values = String.join(", ", Collections.nCopies(rows.size(), ShardStatements.HELD_VALUES));
        Call call = new Call(connection, store.sql(ShardStatements.HELD_INSERT) + values);
        long seq = last;
        for (Skipped row : rows) {
            seq++;
            call.with(shard.place().run())
                    .with((long) shard.place().number())
                    .with(seq)
                    .with(KeyText.write(row.key()))
                    .with(row.reason().name().toLowerCase(Locale.ROOT))
                    .with(row.reason() == Reason.ERROR ? 1L : 0L)
                    .with(cut(row.errorOrNull()))
                    .with(row.reason() == Reason.ERROR ? (Long) micros(pauseAfter(1)) : null);
        }
        call.update();
    }

    /** Rows that are due, after one of them. */
    List<Entry> list(Connection connection, Shard.Place place, long after, int limit) throws SQLException {
        return new Call(connection, store.sql(ShardStatements.HELD_LIST))
                .with(place.run())
                .with((long) place.number())
                .with(after)
                .with((long) limit)
                .query(row -> new Entry(
                        row.getLong(1),
                        KeyText.read(row.getString(2), codec),
                        Reason.valueOf(row.getString(3).toUpperCase(Locale.ROOT)),
                        row.getInt(4)));
    }

    void cross(Connection connection, Shard.Place place, List<Entry> entries) throws SQLException {
        for (List<Entry> piece : KeyLists.of(entries)) {
            String list = String.join(", ", Collections.nCopies(piece.size(), "?"));
            Call call = new Call(connection, store.sql(ShardStatements.HELD_DELETE) + "(" + list + ")")
                    .with(place.run())
                    .with((long) place.number());
            piece.forEach(entry -> call.with(entry.seq()));
            call.update();
        }
    }

    /** Whether a row is left that may yet be done, due or not. */
    boolean any(Connection connection, Shard.Place place) throws SQLException {
        return !new Call(connection, store.sql(ShardStatements.HELD_ANY))
                .with(place.run())
                .with((long) place.number())
                .query(row -> 1)
                .isEmpty();
    }

    /** How long a row rests after so many tries: whatever it failed on may need a moment, and a service that is down is not to be hammered. */
    static Duration pauseAfter(int tries) {
        return tries == 1 ? Duration.ofSeconds(1) : Duration.ofSeconds(5);
    }

    private static long micros(Duration time) {
        return time.toNanos() / 1_000;
    }

    void tried(Connection connection, Shard.Place place, Entry entry, String error) throws SQLException {
        new Call(connection, store.sql(ShardStatements.HELD_TRIED))
                .with(cut(error))
                .with(micros(pauseAfter(entry.tries() + 1)))
                .with(place.run())
                .with((long) place.number())
                .with(entry.seq())
                .update();
    }

    private static @Nullable String cut(@Nullable String text) {
        return text == null || text.length() <= LONGEST_ERROR ? text : text.substring(0, LONGEST_ERROR);
    }
}
