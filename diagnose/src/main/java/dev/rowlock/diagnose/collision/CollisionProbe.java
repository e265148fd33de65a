package dev.rowlock.diagnose.collision;

import dev.rowlock.binlog.LogAddress;
import dev.rowlock.mysql.Identifier;
import dev.rowlock.mysql.TableName;
import java.time.Duration;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Measures the collision rate of a batch that has not run yet (C8). Immutable and thread-safe; each run stands alone.
 *
 * <p>Locks: none, ever. Reads are consistent reads along the primary key, in statements that are bounded in rows and time.
 */
public final class CollisionProbe {
    private final DataSource dataSource;
    private final @Nullable LogAddress log;
    private final @Nullable Identifier timeColumn;

    private CollisionProbe(DataSource dataSource, @Nullable LogAddress log, @Nullable Identifier timeColumn) {
        this.dataSource = dataSource;
        this.log = log;
        this.timeColumn = timeColumn;
    }

    /** A probe that knows of no binary log and looks for a time column itself. Uses up to three connections at a time. */
    public static CollisionProbe of(DataSource dataSource) {
        return new CollisionProbe(dataSource, null, null);
    }

    /** The same with the row events of the binary log, where they can be had; else it falls back to a time column and says why. */
    public CollisionProbe rowEvents(LogAddress address) {
        return new CollisionProbe(dataSource, address, timeColumn);
    }

    /** The same with a column that every online write changes, for when row events cannot be had. */
    public CollisionProbe timeColumn(Identifier column) {
        return new CollisionProbe(dataSource, log, column);
    }

    /**
     * Watches the table for the window and returns the report. Blocks for about that long.
     *
     * @throws dev.rowlock.mysql.ConfigurationException when the table, its key or the predicate cannot be used
     * @throws dev.rowlock.mysql.StoreException when the server refused or was lost
     */
    public CollisionReport run(TableName table, BatchPredicate predicate, Duration window) {
        throw new UnsupportedOperationException(dataSource + " " + log + " " + timeColumn + table + predicate + window);
    }
}
