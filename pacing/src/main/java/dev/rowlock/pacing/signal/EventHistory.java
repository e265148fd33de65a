package dev.rowlock.pacing.signal;

import dev.rowlock.pacing.Evidence;
import dev.rowlock.pacing.Reading;
import dev.rowlock.pacing.Unit;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** A counter that only grows, as events from read to read. One thread at a time. */
final class EventHistory {
    /** As long as the longest time a guard looks back. */
    private static final Duration KEPT = Duration.ofSeconds(60);

    private final Deque<Evidence.Timed> events = new ArrayDeque<>();
    private boolean any;
    private double before;
    private Duration beforeAt = Duration.ZERO;

    /** The counter's present value. */
    Reading plus(Duration now, double counter, Unit unit, Duration shown) {
        boolean first = !any;
        double added = counter - before;
        Duration from = beforeAt;
        any = true;
        before = counter;
        beforeAt = now;
        if (first) {
            return new Reading.Stale(Duration.ZERO, "read for the first time: nothing to compare with yet");
        }
        if (added < 0) {
            return new Reading.Stale(
                    Duration.ZERO,
                    "the counter went backwards: the server was restarted, or its statistics were truncated");
        }
        events.addLast(new Evidence.Timed(from, now, added));
        while (events.getFirst().to().compareTo(now.minus(KEPT)) < 0) {
            events.removeFirst();
        }
        Evidence.Events evidence = new Evidence.Events(List.copyOf(events));
        double recent = evidence.since(now.minus(shown));
        return new Reading.Fresh(recent, unit.text(recent) + " in " + shown.toSeconds() + " s", now, evidence);
    }
}
