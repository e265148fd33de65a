package dev.rowlock.binlog;

import dev.rowlock.binlog.Refusal.Reason;
import dev.rowlock.binlog.internal.Streams;
import dev.rowlock.mysql.TableName;
import java.util.Collection;
import javax.sql.DataSource;

/**
 * A stream of row events: which rows of chosen tables are written, as they commit, from the server's binary log. It begins at the log's
 * present end, connects again from its place after a cut connection or a restart of the server, and says when writes may be missing.
 *
 * <p>Needs {@code com.zendesk:mysql-binlog-connector-java} on the class path, a binary log in the format ROW, and the rights REPLICATION SLAVE
 * and REPLICATION CLIENT (MariaDB: BINLOG MONITOR). Any {@code binlog_row_image} will do, since only keys are told.
 *
 * <p>Locks: none. To the server it is one more replica, with a random server id between 10^9 and 2^32. Thread-safe; one thread of its own
 * reads and calls the listener.
 */
public final class RowEvents implements AutoCloseable {
    private static final String LIBRARY = "com.github.shyiko.mysql.binlog.BinaryLogClient";

    /** What the stream is, seen from the API; keeps the optional library out of this class. */
    public interface Stream extends AutoCloseable {
        StreamState state();

        LogPosition position();

        @Override
        void close();
    }

    private final Stream stream;

    private RowEvents(Stream stream) {
        this.stream = stream;
    }

    /** As {@link #open(DataSource, LogAddress, Collection, RowListener, RowEventSettings)} with the standard settings. */
    public static Opening open(
            DataSource dataSource, LogAddress address, Collection<TableName> tables, RowListener listener) {
        return open(dataSource, address, tables, listener, RowEventSettings.standard());
    }

    /**
     * Opens a stream. Every write that commits after this returned is told.
     *
     * @param dataSource the same server over JDBC: for its settings, the tables' keys, and later when a table was altered
     * @param tables one or more
     * @throws dev.rowlock.mysql.ConfigurationException when a table does not exist
     * @throws dev.rowlock.mysql.StoreException when the data source's server refused or was lost
     */
    public static Opening open(
            DataSource dataSource,
            LogAddress address,
            Collection<TableName> tables,
            RowListener listener,
            RowEventSettings settings) {
        if (!isLibraryHere()) {
            return new Opening.Refused(new Refusal(
                    Reason.NO_LIBRARY,
                    "reading the binary log needs a library that is not on the class path",
                    "add com.zendesk:mysql-binlog-connector-java:0.30.1"));
        }
        return Streams.open(dataSource, address, tables, listener, settings)
                .fold(
                        stream -> {
                            RowEvents events = new RowEvents(stream);
                            listener.opened(events);
                            return new Opening.Opened(events);
                        },
                        Opening.Refused::new);
    }

    private static boolean isLibraryHere() {
        try {
            Class.forName(LIBRARY, false, RowEvents.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    /** How far the stream is to be believed now. */
    public StreamState state() {
        return stream.state();
    }

    /** Where the stream would begin again. */
    public LogPosition position() {
        return stream.position();
    }

    /** Ends the stream, its connection and its thread; nothing is told after it returned. Idempotent. Not for the listener to call. */
    @Override
    public void close() {
        stream.close();
    }
}
