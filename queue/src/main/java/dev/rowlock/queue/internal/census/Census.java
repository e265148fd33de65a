package dev.rowlock.queue.internal.census;

import dev.rowlock.queue.JobId;
import dev.rowlock.queue.Priority;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What was counted so far, and what to count next. A table of millions is counted in segments that take milliseconds; its ends, where jobs come
 * and go, again and again, and what lies between from time to time. Asks nobody: deciding is apart from doing. Used by one thread.
 */
final class Census {
    /** A segment to be counted. */
    record Piece(Line line, Segment segment) {}

    /** Of one statement: so many queues' lanes are looked at together. */
    private static final int MOST_PIECES = 200;

    private final int size;
    private final Map<Strip, Line> lines = new LinkedHashMap<>();
    private final Map<Integer, Boolean> queues = new TreeMap<>();

    /**
     * An empty one.
     *
     * @param size rows of a segment
     */
    Census(int size) {
        this.size = size;
        add(Strip.DELAYED);
        add(Strip.LINED);
    }

    /** These queues are there; none is ever removed. */
    void queues(Collection<Integer> all) {
        for (int queue : all) {
            if (queues.put(queue, true) == null) {
                for (Priority priority : Priority.values()) {
                    add(new Strip(Strip.Table.JOB, queue, priority.lane()));
                }
                add(new Strip(Strip.Table.DEAD, queue, 0));
            }
        }
    }

    private void add(Strip strip) {
        lines.put(strip, new Line(strip, size));
    }

    /** What to count now, together hardly more than two segments. */
    List<Piece> due(long now) {
        List<Piece> due = new ArrayList<>();
        long rows = 0;
        for (Line line : lines.values()) {
            for (Segment segment : line.segments()) {
                if (segment.until(now, line.isAtAnEnd(segment)) > 0) {
                    continue;
                }
                // A segment nobody has counted may be full, unless it is the whole strip of a queue that is new.
                rows += segment.isCounted() ? segment.rows() : size;
                if (!due.isEmpty() && (rows > 2L * size || due.size() >= MOST_PIECES)) {
                    return due;
                }
                due.add(new Piece(line, segment));
            }
        }
        return due;
    }

    void counted(Piece piece, Map<Integer, Segment.Figures> found, JobId last, long now) {
        piece.line().counted(piece.segment(), found, last, now);
    }

    /** How long until something is due. */
    long until(long now) {
        long until = Long.MAX_VALUE;
        for (Line line : lines.values()) {
            for (Segment segment : line.segments()) {
                until = Math.min(until, segment.until(now, line.isAtAnEnd(segment)));
            }
        }
        return until;
    }

    /** Whether everything was counted once. */
    boolean isWhole() {
        return lines.values().stream().flatMap(line -> line.segments().stream()).allMatch(Segment::isCounted);
    }

    /** Jobs come or go. */
    void poke() {
        lines.values().forEach(Line::poke);
    }

    /** What was counted, by queue. */
    Map<Integer, Figure> figures() {
        Map<Integer, Figure> figures = new TreeMap<>();
        queues.keySet().forEach(queue -> figures.put(queue, figure(queue)));
        return figures;
    }

    private Figure figure(int queue) {
        Map<Strip.Table, Segment.Figures> sums = new EnumMap<>(Strip.Table.class);
        long countedAt = Long.MAX_VALUE;
        for (Line line : lines.values()) {
            Strip strip = line.strip();
            if (strip.table().isShared() || strip.queue() == queue) {
                for (Segment segment : line.segments()) {
                    sums.merge(
                            strip.table(),
                            segment.figures().getOrDefault(queue, Segment.Figures.NONE),
                            Segment.Figures::plus);
                    countedAt = Math.min(countedAt, segment.countedAt());
                }
            }
        }
        Segment.Figures lanes = sums.getOrDefault(Strip.Table.JOB, Segment.Figures.NONE);
        Segment.Figures delayed = sums.getOrDefault(Strip.Table.DELAYED, Segment.Figures.NONE);
        return new Figure(
                lanes.jobs(),
                lanes.apart(),
                delayed.jobs(),
                sums.getOrDefault(Strip.Table.LINED, Segment.Figures.NONE).jobs(),
                delayed.apart(),
                sums.getOrDefault(Strip.Table.DEAD, Segment.Figures.NONE).jobs(),
                countedAt);
    }
}
