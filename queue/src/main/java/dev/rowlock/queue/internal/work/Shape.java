package dev.rowlock.queue.internal.work;

import dev.rowlock.queue.internal.Rows;
import dev.rowlock.queue.internal.line.Place;
import dev.rowlock.queue.internal.sql.CycleStatements;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the text of a claim depends on. Lists of points are made as long as the next power of two, so that there are few texts, which drivers and
 * servers keep prepared. Immutable. What a claim of single rows locks is pinned by {@code HeardClaimTest}.
 *
 * @param lanes that are looked at from a start
 * @param points how many places each other piece has, one piece for each lane
 */
record Shape(int lanes, List<Integer> points) {
    static Shape of(List<Cursor.Lane> lanes, Map<Integer, List<Place>> points) {
        return new Shape(lanes.size(), points.values().stream().map(List::size).toList());
    }

    /** Points by lane, in the order in which they are bound. */
    static Map<Integer, List<Place>> byLane(List<Place> points) {
        Map<Integer, List<Place>> byLane = new TreeMap<>();
        points.forEach(point -> byLane.computeIfAbsent(point.priority(), lane -> new ArrayList<>())
                .add(point));
        byLane.values().forEach(Shape::fill);
        return byLane;
    }

    /**
     * The last point is named again, which finds nothing more. Two names at least: of one name MySQL makes a look-up by the whole key, which keeps the
     * lock of a row that it then leaves alone, while a range lets it go.
     */
    private static void fill(List<Place> points) {
        Place last = points.get(points.size() - 1);
        while (points.size() < 2 || (Integer.bitCount(points.size()) > 1 && points.size() < Rows.MOST_NAMES)) {
            points.add(last);
        }
    }

    /** The statement with a piece for each lane and for each list of points. */
    String in(String statement) {
        List<String> pieces = new ArrayList<>();
        for (int lane = 0; lane < lanes; lane++) {
            pieces.add("(" + CycleStatements.LANE + ")");
        }
        points.forEach(names -> pieces.add("(" + CycleStatements.POINTS.replace("{ids}", Rows.names(names)) + ")"));
        return statement.replace("{lanes}", String.join(" OR ", pieces));
    }
}
