package dev.rowlock.diagnose.internal.collision;

import dev.rowlock.diagnose.collision.CollisionReport;
import dev.rowlock.diagnose.collision.CollisionSlice;
import dev.rowlock.diagnose.collision.Estimate;
import dev.rowlock.diagnose.collision.Source;
import dev.rowlock.diagnose.collision.Verdict;
import dev.rowlock.mysql.TableName;
import dev.rowlock.mysql.table.Column;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** What a sample of rows says that was read twice, some time apart, where each update sets a time column. Used by one thread. */
final class TimeReport {
    private final TableName table;
    private final String given;
    private final Target target;
    private final ReadSession session;

    /** @param given the predicate as the user wrote it */
    TimeReport(TableName table, String given, Target target, ReadSession session) {
        this.table = table;
        this.given = given;
        this.target = target;
        this.session = session;
    }

    /** @param why there is nothing better than that column */
    CollisionReport of(TimeSample sample, RowCount count, Duration took, Column column, String why)
            throws SQLException {
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
        Verdict verdict = count.verdict(rate);
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
