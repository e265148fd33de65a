package dev.rowlock.batch.internal;

import dev.rowlock.batch.RecentRows;
import dev.rowlock.mysql.table.KeyCodec;
import dev.rowlock.mysql.table.RowKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * What the chunks of one run are made of. Immutable.
 *
 * @param key watches that the table's key stays what it is
 * @param recent rows that online traffic wrote a moment ago
 */
record Parts(
        TargetSql sql,
        KeyCodec codec,
        KeyWatch key,
        ShardStore shards,
        Ledger ledger,
        Change change,
        RecentRows recent) {
    /** Those of these rows with which a statement on them answers. */
    List<RowKey> keys(Connection connection, String statement, List<RowKey> keys, Shard.Place place)
            throws SQLException {
        return KeyLists.ask(
                keys, piece -> sql.keys(connection, statement, piece, place).query(row -> codec.read(row, 1)));
    }

    /**
     * Changes locked rows; how many of them it were. Drivers may be told to count only rows whose values changed (facts 3.7), and then a row
     * that had its new values already does not count: but it was locked because it fulfilled the predicate, so the change was its.
     */
    int changed(Connection connection, List<RowKey> locked, Shard.Place place) throws SQLException {
        int written = 0;
        for (List<RowKey> piece : KeyLists.of(locked)) {
            written += change.apply(connection, piece, place);
        }
        return written < locked.size() && shards.countsChanges(connection, place) ? locked.size() : written;
    }
}
