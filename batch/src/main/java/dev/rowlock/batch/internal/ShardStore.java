package dev.rowlock.batch.internal;

import dev.rowlock.batch.Counts;
import dev.rowlock.batch.internal.sql.ShardStatements;
import dev.rowlock.mysql.CommitVerdict;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.mysql.table.KeyCodec;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Shards in our own table. Immutable. */
final class ShardStore {
    private final Store store;
    private final KeyCodec codec;

    ShardStore(Store store, KeyCodec codec) {
        this.store = store;
        this.codec = codec;
    }

    void insert(Connection connection, Shard.Place place) throws SQLException {
        new Call(connection, store.sql(ShardStatements.SHARD_INSERT))
                .with(place.run())
                .with((long) place.number())
                .with(KeyText.writeOrNull(place.afterOrNull()))
                .with(KeyText.writeOrNull(place.upToOrNull()))
                .update();
    }

    /** The shard, if it is still held under this token. */
    Optional<Shard> load(Connection connection, long run, int number, long token) throws SQLException {
        List<Shard> found = new Call(connection, store.sql(ShardStatements.SHARD_LOAD))
                .with(run)
                .with((long) number)
                .with(token)
                .query(this::read);
        return found.stream().findFirst();
    }

    private Shard read(ResultSet row) throws SQLException {
        return new Shard(
                new Shard.Place(
                        row.getLong(1),
                        row.getInt(2),
                        KeyText.readOrNull(row.getString(3), codec),
                        KeyText.readOrNull(row.getString(4), codec)),
                Shard.Phase.valueOf(row.getString(5).toUpperCase(Locale.ROOT)),
                KeyText.readOrNull(row.getString(6), codec),
                row.getLong(7),
                row.getLong(8),
                new Counts(row.getLong(9), row.getLong(10), row.getLong(11), row.getLong(12), row.getLong(13)));
    }

    /**
     * Writes a checkpoint and renews the lease.
     *
     * @throws LeaseGone when the shard is no longer held: the transaction has to be rolled back
     */
    void checkpoint(Connection connection, Shard next, long token, Duration lease) throws SQLException {
        int written = new Call(connection, store.sql(ShardStatements.SHARD_CHECKPOINT))
                .with(next.phase().name().toLowerCase(Locale.ROOT))
                .with(KeyText.writeOrNull(next.cursorOrNull()))
                .with(next.chunk())
                .with(next.ledger())
                .with(next.counts().scanned())
                .with(next.counts().matched())
                .with(next.counts().changed())
                .with(next.counts().changedByOthers())
                .with(next.counts().failed())
                .with(lease.toNanos() / 1000)
                .with(next.place().run())
                .with((long) next.place().number())
                .with(token)
                .with(next.chunk() - 1)
                .update();
        if (written != 1) {
            throw new LeaseGone(next.place());
        }
    }

    /** Whether an UPDATE on this connection answers with the rows it changed, not with those it found. The shard has to be held. */
    boolean countsChanges(Connection connection, Shard.Place place) throws SQLException {
        return new Call(connection, store.sql(ShardStatements.SHARD_TOUCH))
                        .with(place.run())
                        .with((long) place.number())
                        .update()
                == 0;
    }

    /** What became of a chunk whose COMMIT was not answered. */
    CommitVerdict readBack(Connection connection, Shard next, long token) throws SQLException {
        List<Long> chunks = new Call(connection, store.sql(ShardStatements.SHARD_READ_BACK))
                .with(next.place().run())
                .with((long) next.place().number())
                .with(token)
                .query(row -> row.getLong(1));
        if (chunks.isEmpty()) {
            return CommitVerdict.UNKNOWN; // somebody else holds the shard by now, and knows
        }
        return chunks.get(0) >= next.chunk() ? CommitVerdict.COMMITTED : CommitVerdict.NOT_COMMITTED;
    }

    /** How long the shard's scan has been over. */
    Duration sinceScan(Connection connection, Shard.Place place) throws SQLException {
        return new Call(connection, store.sql(ShardStatements.SHARD_SCAN_ENDED))
                .with(place.run())
                .with((long) place.number())
                .query(row -> Duration.ofNanos(row.getLong(1) * 1000))
                .get(0);
    }
}
