package dev.rowlock.diagnose.internal.collision;

import dev.rowlock.diagnose.collision.CollisionReport;
import dev.rowlock.diagnose.collision.CollisionSlice;
import dev.rowlock.diagnose.collision.Estimate;
import dev.rowlock.diagnose.collision.Source;
import dev.rowlock.diagnose.collision.Verdict;
import dev.rowlock.mysql.TableName;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** What every write of a window, as the binary log told of it, says of the rows that a batch would touch. Used by one thread. */
final class EventReport {
    private final TableName table;
    private final String given;
    private final Target target;
    private final ReadSession session;

    /** @param given the predicate as the user wrote it */
    EventReport(TableName table, String given, Target target, ReadSession session) {
        this.table = table;
        this.given = given;
        this.target = target;
        this.session = session;
    }

    CollisionReport of(RowCount count, Watched watched) throws SQLException {
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
        Verdict verdict = count.verdict(rate);
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
}
