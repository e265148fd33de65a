package dev.rowlock.queue.internal.census;

import dev.rowlock.queue.JobId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The segments of one strip, without gaps from its first possible id to its last. Used by one thread. */
final class Line {
    private final Strip strip;
    private final int size;
    private final List<Segment> segments = new ArrayList<>(List.of(new Segment(Segment.BEGIN, Segment.END)));

    Line(Strip strip, int size) {
        this.strip = strip;
        this.size = size;
    }

    Strip strip() {
        return strip;
    }

    List<Segment> segments() {
        return segments;
    }

    boolean isAtAnEnd(Segment segment) {
        return segment == segments.get(0) || segment == segments.get(segments.size() - 1);
    }

    /**
     * A segment was counted.
     *
     * @param last the last id that was counted
     */
    void counted(Segment segment, Map<Integer, Segment.Figures> found, JobId last, long now) {
        int at = segments.indexOf(segment);
        long rows = found.values().stream().mapToLong(Segment.Figures::rows).sum();
        if (rows < size) {
            segment.count(found, now, isAtAnEnd(segment));
            join(at);
            return;
        }
        // There is more than one statement counts: the rest is a segment of its own, and next.
        Segment first = new Segment(segment.after(), last);
        segments.set(at, first);
        segments.add(at + 1, new Segment(last, segment.upTo()));
        first.count(found, now, isAtAnEnd(first));
    }

    private void join(int at) {
        for (int left = Math.max(0, at - 1); left <= at && left + 1 < segments.size(); left++) {
            Segment both = segments.get(left).joined(segments.get(left + 1), size / 2);
            if (both != segments.get(left)) {
                segments.set(left, both);
                segments.remove(left + 1);
                return;
            }
        }
    }

    void poke() {
        segments.get(0).poke();
        segments.get(segments.size() - 1).poke();
    }
}
