package dev.rowlock.batch.internal;

import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.Failure;
import dev.rowlock.mysql.StoreException;
import dev.rowlock.mysql.TableName;
import dev.rowlock.mysql.table.KeyCodec;
import dev.rowlock.pacing.Ticker;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Watches that the table's key stays what the run's checkpoints stand on. It is asked within a chunk's transaction after its first statement, from which on
 * the table cannot be altered until the commit.
 *
 * <p>Another type or collation of a key column changes the order of keys, and shows with the rows that are read, in the first chunk. Other columns in the key
 * leave the order of the old ones what it was, so it is enough to ask the server for them now and then. Thread-safe.
 */
final class KeyWatch {
    private static final Duration EVERY = Duration.ofMillis(200);

    private final TableName table;
    private final KeyShape known;
    private final KeyCodec codec;
    private final long run;
    private final Ticker ticker;
    private @Nullable Duration nextOrNull;
    private String kinds = "";

    /**
     * Begins with what is known.
     *
     * @param known the key as this process read it before its first chunk
     */
    KeyWatch(TableName table, KeyShape known, KeyCodec codec, long run, Ticker ticker) {
        this.table = table;
        this.known = known;
        this.codec = codec;
        this.run = run;
        this.ticker = ticker;
    }

    /** A run whose key is another one than when it began must not be gone on with. */
    static void require(TableName table, KeyShape began, KeyShape now, long run) {
        if (!now.hasOrderOf(began)) {
            throw new ConfigurationException(changed(table, began, now, run));
        }
    }

    /** The first row of a look: of another type than those before, it has the server asked at once. */
    void saw(ResultSet row) throws SQLException {
        String seen = kinds(row);
        synchronized (this) {
            if (!kinds.equals(seen)) {
                kinds = seen;
                nextOrNull = null;
            }
        }
    }

    /** A look found the end of a shard: there may be no row that shows it, and a shard that is done is not looked at again. */
    synchronized void sawTheEnd() {
        nextOrNull = null;
    }

    private String kinds(ResultSet row) throws SQLException {
        ResultSetMetaData columns = row.getMetaData();
        StringBuilder text = new StringBuilder();
        for (int at = 1; at <= codec.width(); at++) {
            text.append(columns.getColumnType(at)).append(columns.isSigned(at) ? "+ " : " ");
        }
        return columns.getColumnCount() > codec.width() + 1
                ? text.append(row.getString(codec.width() + 2)).toString()
                : text.toString();
    }

    /**
     * Asks the server, a few times a second.
     *
     * @throws StoreException when the key is another one: the transaction has to be rolled back, the run stops and can be resumed
     */
    void check(Connection connection) throws SQLException {
        if (isDue()) {
            require(KeyShape.read(connection, table));
        }
    }

    private synchronized boolean isDue() {
        Duration now = ticker.now();
        Duration next = nextOrNull;
        if (next != null && now.compareTo(next) < 0) {
            return false;
        }
        nextOrNull = now.plus(EVERY);
        return true;
    }

    private void require(KeyShape now) {
        if (!now.readsLike(known)) {
            String told = changed(table, known, now, run);
            throw new StoreException(Failure.OTHER, told, new SQLException(told));
        }
    }

    /** Why a chunk failed, as far as the table tells; what it said itself otherwise. */
    StoreException explained(StoreException failed, Connection connection) throws SQLException {
        KeyShape now = KeyShape.read(connection, table);
        if (now.readsLike(known)) {
            return failed;
        }
        String told = now.parts().isEmpty()
                ? failed.getMessage() + ": the table " + table + " or its primary key was taken away while run " + run
                        + " goes; nothing is lost: put it back, then rowlock batch resume " + run
                : changed(table, known, now, run) + " (" + failed.getMessage() + ")";
        return new StoreException(Failure.OTHER, told, new SQLException(told, failed));
    }

    private static String changed(TableName table, KeyShape before, KeyShape now, long run) {
        String was = "the primary key of " + table + " was " + before + " when run " + run + " began, and is " + now
                + " now: ";
        return now.hasOrderOf(before)
                ? was + "its processes have to read it anew: rowlock batch resume " + run
                        + ", then rowlock batch run --join " + run
                : was + "its checkpoints mean nothing there. Nothing is lost: make it " + before
                        + " again, then rowlock batch resume " + run + "; or rowlock batch cancel " + run
                        + " and start another, whose condition leaves out what is done";
    }
}
