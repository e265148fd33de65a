package dev.rowlock.cli.batch;

import dev.rowlock.batch.RecentRows;
import dev.rowlock.binlog.LogAddress;
import dev.rowlock.binlog.RecentWrites;
import dev.rowlock.binlog.RowEvents;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.TableName;
import dev.rowlock.mysql.table.RowKey;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/**
 * Rows that were written a moment ago, from the binary log. The batch's own writes are among them, which does not matter: it does not come back to
 * rows it changed. Thread-safe.
 */
final class LoggedRows implements RecentRows {
    /** At 200 bytes each, 40 MB at most; beyond that some are forgotten early. */
    private static final int MOST = 200_000;

    private final TableName table;
    private final RecentWrites writes;
    private final RowEvents events;

    private LoggedRows(TableName table, RecentWrites writes, RowEvents events) {
        this.table = table;
        this.writes = writes;
        this.events = events;
    }

    static RecentRows open(DataSource server, LogAddress address, TableName table, Duration within) {
        RecentWrites writes = new RecentWrites(within, MOST);
        return RowEvents.open(server, address, List.of(table), writes)
                .fold(opened -> new LoggedRows(table, writes, opened.events()), refused -> {
                    throw new ConfigurationException("recent writes cannot be known here: " + refused.refusal());
                });
    }

    @Override
    public Set<RowKey> among(List<RowKey> keys) {
        return keys.stream()
                .filter(key -> writes.of(table, key) == RecentWrites.Answer.WRITTEN)
                .collect(Collectors.toSet());
    }

    @Override
    public void close() {
        events.close();
    }
}
