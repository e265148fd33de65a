package dev.rowlock.diagnose.collision;

import dev.rowlock.binlog.LogAddress;
import dev.rowlock.binlog.Writer;
import dev.rowlock.diagnose.internal.collision.ProbeRun;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.Identifier;
import dev.rowlock.mysql.StoreException;
import dev.rowlock.mysql.TableName;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Measures the collision rate of a batch that has not run yet (C8). Immutable and thread-safe; each run stands alone.
 *
 * <p>Locks: none, ever. Reads are consistent reads along the primary key, in statements that are bounded in rows and time.
 */
public final class CollisionProbe {
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofHours(1);

    private final DataSource dataSource;
    private final @Nullable LogAddress log;
    private final @Nullable Identifier timeColumn;
    private final Set<Long> ownConnections;
    private final Set<String> ownComments;

    private CollisionProbe(
            DataSource dataSource,
            @Nullable LogAddress log,
            @Nullable Identifier timeColumn,
            Set<Long> ownConnections,
            Set<String> ownComments) {
        this.dataSource = dataSource;
        this.log = log;
        this.timeColumn = timeColumn;
        this.ownConnections = Set.copyOf(ownConnections);
        this.ownComments = Set.copyOf(ownComments);
    }

    /** A probe that knows of no binary log and looks for a time column itself. A run uses up to four
     * connections at a time. */
    public static CollisionProbe of(DataSource dataSource) {
        return new CollisionProbe(dataSource, null, null, Set.of(), Set.of());
    }

    /** The same with the row events of the binary log, where they can be had; else it falls back to a time column and says why. */
    public CollisionProbe rowEvents(LogAddress address) {
        return new CollisionProbe(dataSource, address, timeColumn, ownConnections, ownComments);
    }

    /** The same with a column that every online write changes, for when row events cannot be had. */
    public CollisionProbe timeColumn(Identifier column) {
        return new CollisionProbe(dataSource, log, column, ownConnections, ownComments);
    }

    /** The same without the writes of these connections, such as those of a batch that runs already. Row events of MySQL only. */
    public CollisionProbe ignoringConnections(Set<Long> connectionIds) {
        return new CollisionProbe(dataSource, log, timeColumn, connectionIds, ownComments);
    }

    /** The same without the writes of statements that begin with one of these comments. Row events only. */
    public CollisionProbe ignoringComments(Set<String> comments) {
        return new CollisionProbe(dataSource, log, timeColumn, ownConnections, comments);
    }

    /**
     * Watches the table for the window and returns the report. Blocks for about that long.
     *
     * @throws dev.rowlock.mysql.ConfigurationException when the table, its key or the predicate cannot be used
     * @throws dev.rowlock.mysql.StoreException when the server refused or was lost
     */
    public CollisionReport run(TableName table, BatchPredicate predicate, Duration window) {
        if (window.compareTo(SHORTEST) < 0 || window.compareTo(LONGEST) > 0) {
            throw new ConfigurationException("the window must be 1 s to 1 h, not " + window);
        }
        ProbeRun.Settings settings = new ProbeRun.Settings(log, timeColumn, change -> isOnline(change.writer()));
        try {
            return new ProbeRun(dataSource, settings, table, predicate.sql(), window)
                    .run(predicate.marked(), predicate.values());
        } catch (SQLException e) {
            throw StoreException.of(e);
        }
    }

    private boolean isOnline(Writer writer) {
        return !writer.isOneOf(ownConnections)
                && writer.comment().filter(ownComments::contains).isEmpty();
    }
}
