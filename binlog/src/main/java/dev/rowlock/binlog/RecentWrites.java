package dev.rowlock.binlog;

import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.TableName;
import dev.rowlock.mysql.table.RowKey;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The rows that others wrote within the last few seconds, in bounded memory. Made to be the listener of a {@link RowEvents} stream.
 *
 * <p>Keys are compared by the values the server returned. So ask with keys that were read from the table; {@code 'abc'} does not find
 * {@code 'ABC'}, though the column's collation may call them equal and the primary key holds only one of them.
 *
 * <p>Thread-safe. A write is counted from when it was heard of, so a stream that was behind keeps a row longer, never shorter.
 */
public final class RecentWrites implements RowListener {
    /** Whether a row was written lately. */
    public enum Answer {
        WRITTEN,
        NOT_WRITTEN,
        /** Writes may be missing: see {@link RecentWrites#doubt}. Whoever has to be sure treats it like {@link #WRITTEN}. */
        UNKNOWN
    }

    private record Row(TableName table, RowKey key) {}

    private final long window;
    private final int capacity;
    private final LongSupplier nanoTime;
    private final Set<Long> ownConnections = ConcurrentHashMap.newKeySet();
    private final Set<String> ownComments = ConcurrentHashMap.newKeySet();
    private final Map<Row, Long> heardAt = new LinkedHashMap<>();
    private @Nullable RowEvents events;
    private long doubtUntil;
    private String doubt = "";

    /**
     * An empty set.
     *
     * @param window how long a write counts, 1 ms to 1 h
     * @param capacity rows that are held at most, 1 to 10 million; a row takes about 200 bytes
     */
    public RecentWrites(Duration window, int capacity) {
        this(window, capacity, System::nanoTime);
    }

    RecentWrites(Duration window, int capacity, LongSupplier nanoTime) {
        if (window.compareTo(Duration.ofMillis(1)) < 0 || window.compareTo(Duration.ofHours(1)) > 0) {
            throw new ConfigurationException("the window must be 1 ms to 1 h, not " + window);
        }
        if (capacity < 1 || capacity > 10_000_000) {
            throw new ConfigurationException("the capacity must be 1 to 10000000 rows, not " + capacity);
        }
        this.window = window.toNanos();
        this.capacity = capacity;
        this.nanoTime = nanoTime;
    }

    /** Writes of this connection are not counted from now on. MariaDB before 11.5 does not log ids: see {@link #ignoreComment}. */
    public void ignoreConnection(long connectionId) {
        ownConnections.add(connectionId);
    }

    /** Writes of this connection are counted again; for a pool that has closed it, since the server uses ids again after a restart. */
    public void countConnection(long connectionId) {
        ownConnections.remove(connectionId);
    }

    /** Writes of statements that begin with this comment are not counted from now on. */
    public void ignoreComment(String comment) {
        ownComments.add(comment);
    }

    @Override
    public synchronized void opened(RowEvents stream) {
        events = stream;
        doubt(nanoTime.getAsLong() + window, "the stream has begun only now");
    }

    @Override
    public synchronized void gap(Gap gap) {
        doubt(nanoTime.getAsLong() + window, gap.reason());
    }

    @Override
    public void changed(RowChange change) {
        Writer writer = change.writer();
        if (writer.isOneOf(ownConnections)
                || writer.comment().filter(ownComments::contains).isPresent()) {
            return;
        }
        synchronized (this) {
            long now = nanoTime.getAsLong();
            Row row = new Row(change.table(), change.key());
            heardAt.remove(row); // the newest stand last
            heardAt.put(row, now);
            expire(now);
            if (heardAt.size() > capacity) {
                Iterator<Long> oldest = heardAt.values().iterator();
                long dropped = oldest.next();
                oldest.remove();
                doubt(dropped + window, "more than " + capacity + " rows were written within the window");
            }
        }
    }

    private void expire(long now) {
        Iterator<Long> oldest = heardAt.values().iterator();
        while (oldest.hasNext() && now - oldest.next() > window) {
            oldest.remove();
        }
    }

    private void doubt(long until, String reason) {
        if (doubt.isEmpty() || until - doubtUntil > 0) {
            doubtUntil = until;
            doubt = reason;
        }
    }

    /** Whether another than the ignored connections wrote this row within the window. */
    public synchronized Answer of(TableName table, RowKey key) {
        Long heard = heardAt.get(new Row(table, key));
        if (heard != null && nanoTime.getAsLong() - heard <= window) {
            return Answer.WRITTEN;
        }
        return doubt().isPresent() ? Answer.UNKNOWN : Answer.NOT_WRITTEN;
    }

    /** Why a row that is not held may have been written all the same; empty when nothing is in doubt. */
    public synchronized Optional<String> doubt() {
        if (events == null) {
            return Optional.of("no stream was opened");
        }
        Optional<String> stream = events.state()
                .fold(
                        running -> Optional.empty(),
                        behind -> Optional.of(behind.reason()),
                        lost -> Optional.of(lost.reason()),
                        closed -> Optional.of("the stream was closed"));
        if (stream.isPresent()) {
            return stream;
        }
        return !doubt.isEmpty() && doubtUntil - nanoTime.getAsLong() > 0 ? Optional.of(doubt) : Optional.empty();
    }

    /** Rows held now. */
    public synchronized int size() {
        expire(nanoTime.getAsLong());
        return heardAt.size();
    }
}
