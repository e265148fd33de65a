package dev.rowlock.diagnose.internal.collision;

import dev.rowlock.binlog.LogAddress;
import dev.rowlock.binlog.Opening;
import dev.rowlock.binlog.RowChange;
import dev.rowlock.binlog.RowEvents;
import dev.rowlock.diagnose.collision.CollisionReport;
import dev.rowlock.diagnose.internal.sql.CollisionStatements;
import dev.rowlock.mysql.ConfigurationException;
import dev.rowlock.mysql.Identifier;
import dev.rowlock.mysql.ServerFacts;
import dev.rowlock.mysql.ServerFamily;
import dev.rowlock.mysql.TableName;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.mysql.table.Column;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** One measurement, from the count to the report. Used by one thread. */
public final class ProbeRun {
    /** A table of this size is counted in a few seconds; larger ones are sampled. */
    private static final long COUNTED_ROWS = 2_000_000;

    private static final long SAMPLED_ROWS = 100_000;
    private static final Duration LATE = Duration.ofSeconds(10);

    private final DataSource dataSource;
    private final Settings settings;
    private final Duration window;
    private final TableName table;
    private final String given;
    private ServerFamily family = ServerFamily.MYSQL;

    /**
     * How to measure.
     *
     * @param log empty for a time column
     * @param online which writes are online traffic's
     */
    public record Settings(
            @Nullable LogAddress log, @Nullable Identifier timeColumn, Predicate<RowChange> online, long countedRows) {
        public Settings(@Nullable LogAddress log, @Nullable Identifier timeColumn, Predicate<RowChange> online) {
            this(log, timeColumn, online, COUNTED_ROWS);
        }
    }

    /** @param given the predicate as the user wrote it */
    public ProbeRun(DataSource dataSource, Settings settings, TableName table, String given, Duration window) {
        this.dataSource = dataSource;
        this.settings = settings;
        this.table = table;
        this.given = given;
        this.window = window;
    }

    public CollisionReport run(String marked, List<String> values) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            family = ServerFacts.read(connection, Clock.systemUTC()).family();
            if (!connection.getAutoCommit()) {
                connection.rollback();
            }
        }
        try (ReadSession session = ReadSession.open(dataSource, family)) {
            Target target = Target.resolve(session.connection(), table, marked, values);
            LogAddress log = settings.log();
            if (log == null) {
                return byTime(target, session, "no address of a binary log was given");
            }
            return byEvents(target, session, log);
        }
    }

    private CollisionReport byEvents(Target target, ReadSession session, LogAddress log) throws SQLException {
        WriteLog writes = new WriteLog(settings.online());
        // Opened before the count, too: what stands in the way should be told at once, and counting takes a while.
        Opening opening = RowEvents.open(dataSource, log, List.of(table), writes);
        if (opening instanceof Opening.Refused refused) {
            return byTime(target, session, refused.refusal().toString());
        }
        try (RowEvents events = opening.<RowEvents>fold(Opening.Opened::events, never -> {
                    throw new IllegalStateException(never.toString());
                });
                ReadSession older = ReadSession.open(dataSource, family);
                ReadSession newer = ReadSession.open(dataSource, family)) {
            RowCount count = count(target, session, ChunkVisitor.NONE);
            older.beginSnapshot();
            untilHeard(events); // of what committed before the snapshot
            writes.begin();
            Watched watched = new WriteWatch(target, writes, session, older, newer).watch(events, window);
            return new EventReport(table, given, target, session).of(count, watched);
        }
    }

    private static void untilHeard(RowEvents events) {
        long patience = System.nanoTime() + LATE.toNanos();
        do {
            Pace.rest(Duration.ofMillis(100));
        } while (!events.state().isRunning() && System.nanoTime() < patience);
    }

    private RowCount count(Target target, ReadSession session, ChunkVisitor visitor) throws SQLException {
        double rows = tableRows(target, session);
        return rows > settings.countedRows() && target.isWholeNumber()
                ? new KeyWindows(target, session, rows, new SplittableRandom()).count(visitor)
                : new KeyWalk(target, session, rows, settings.countedRows()).count(visitor);
    }

    private static double tableRows(Target target, ReadSession session) throws SQLException {
        session.freshStatistics();
        return new Call(session.connection(), CollisionStatements.COLLISION_TABLE_ROWS)
                .with(target.shape().schema()).with(table(target)).query(row -> row.getDouble(1)).stream()
                        .findFirst()
                        .orElse(0.0);
    }

    private static String table(Target target) {
        return target.table().table().name();
    }

    private CollisionReport byTime(Target target, ReadSession session, String why) throws SQLException {
        Column column = TimeColumn.of(target.shape(), settings.timeColumn())
                .orElseThrow(() -> new ConfigurationException(
                        "there is nothing to see online writes by: the binary log is not to be had (" + why + "), and "
                                + table
                                + " has no column that every update sets; name one if there is (--time-column)"));
        long oneIn = Math.max(1, Math.round(tableRows(target, session) / SAMPLED_ROWS));
        if (tableRows(target, session) > settings.countedRows() && target.isWholeNumber()) {
            oneIn = Math.max(1, oneIn / 25); // windows hold a small share of the rows already
        }
        TimeSample sample = new TimeSample(target, session, column, oneIn);
        RowCount count = count(target, session, sample);
        Duration took = sample.readAgain(window);
        return new TimeReport(table, given, target, session).of(sample, count, took, column, why);
    }
}
