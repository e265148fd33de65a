package dev.rowlock.diagnose.internal.collision;

import dev.rowlock.binlog.LogAddress;
import dev.rowlock.binlog.Opening;
import dev.rowlock.binlog.RowChange;
import dev.rowlock.binlog.RowEvents;
import dev.rowlock.diagnose.collision.CollisionReport;
import dev.rowlock.diagnose.collision.CollisionSlice;
import dev.rowlock.diagnose.collision.Estimate;
import dev.rowlock.diagnose.collision.Source;
import dev.rowlock.diagnose.collision.Verdict;
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
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
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
            return report(target, session, count, watched);
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

    private CollisionReport report(Target target, ReadSession session, RowCount count, Watched watched)
            throws SQLException {
        Located located = new Locator(target, session, count.parts()).locate(watched.collisions());
        boolean beginningOnly = count.reach() == RowCount.Reach.BEGINNING;
        double seen = watched.collisions().size() - (beginningOnly ? located.beyond() : 0);
        List<CollisionSlice> slices = new ArrayList<>();
        for (int at = 0; at < count.parts().size(); at++) {
            Part part = count.parts().get(at);
            boolean takesBeyond = !beginningOnly && at == count.parts().size() - 1;
            double here = located.in(at) + (takesBeyond ? located.beyond() : 0);
            Estimate collisions = Interval.events(here, watched.weight());
            slices.add(new CollisionSlice(
                    part.first(), part.last(), part.rows(), collisions, Interval.ratio(collisions, part.rows())));
        }
        List<String> notes = new ArrayList<>(count.notes());
        if (watched.weight() > 1) {
            notes.add("of the rows written one in " + Math.round(watched.weight()) + " was remembered");
        }
        if (located.nowhere() > 0) {
            notes.add(located.nowhere() + " rows that collided are gone and count in no part of the key range");
        }
        watched.gaps().forEach(gap -> notes.add("writes may be missing: " + gap));
        Estimate collisions = Interval.events(seen, watched.weight());
        Estimate rate = Interval.ratio(collisions, count.rows());
        Verdict verdict = verdict(count, rate);
        if (verdict == Verdict.SAFE && !watched.gaps().isEmpty()) {
            verdict = Verdict.UNSURE;
        }
        double seconds = Math.max(0.001, watched.took().toNanos() / 1e9);
        return new CollisionReport(
                table,
                given,
                Source.ROW_EVENTS,
                "every write was seen",
                watched.took(),
                count.rows(),
                collisions,
                rate,
                OptionalLong.of(Math.round(watched.written())),
                slices,
                verdict,
                Advice.of(target, given, verdict, slices, OptionalDouble.of(watched.writes() / seconds)),
                notes);
    }

    private static Verdict verdict(RowCount count, Estimate rate) {
        return count.rows().value() == 0 ? Verdict.NOTHING_TO_TOUCH : Verdict.of(rate);
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
        Located all = new Locator(target, session, count.parts()).locate(sample.sampled());
        Located written = new Locator(target, session, count.parts()).locate(new HashSet<>(sample.written()));
        List<CollisionSlice> slices = new ArrayList<>();
        for (int at = 0; at < count.parts().size(); at++) {
            Part part = count.parts().get(at);
            Estimate share = Interval.share((double) written.in(at), (double) all.in(at));
            slices.add(new CollisionSlice(part.first(), part.last(), part.rows(), times(part.rows(), share), share));
        }
        Estimate rate = rate(sample, count);
        List<String> notes = new ArrayList<>(count.notes());
        notes.addAll(TimeColumn.notes(column));
        notes.add("the sample has " + sample.sampled().size() + " rows, of which "
                + sample.written().size() + " were written");
        Verdict verdict = verdict(count, rate);
        return new CollisionReport(
                table,
                given,
                Source.TIME_COLUMN,
                column.name() + ", because " + why,
                took,
                count.rows(),
                times(count.rows(), rate),
                rate,
                OptionalLong.empty(),
                slices,
                verdict,
                Advice.of(target, given, verdict, slices, OptionalDouble.empty()),
                notes);
    }

    /** Rows in windows are alike, so their number alone would make the figure look surer than it is. */
    private static Estimate rate(TimeSample sample, RowCount count) {
        double rows = sample.sampled().size();
        double hits = sample.written().size();
        int clusters = sample.outcomes().size();
        if (count.rows().isExact() || clusters < 2 || hits == 0) {
            return Interval.share(hits, rows);
        }
        double rate = hits / rows;
        double squares = sample.outcomes().stream()
                .mapToDouble(outcome -> outcome.written() - rate * outcome.rows())
                .map(difference -> difference * difference)
                .sum();
        Estimate estimate = Interval.normal(rate, Math.sqrt(squares * clusters / (clusters - 1.0)) / rows);
        return new Estimate(estimate.low(), rate, Math.min(1, estimate.high()));
    }

    private static Estimate times(Estimate rows, Estimate share) {
        return new Estimate(rows.low() * share.low(), rows.value() * share.value(), rows.high() * share.high());
    }
}
