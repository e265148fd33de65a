package dev.rowlock.pacing.signal;

import dev.rowlock.pacing.Evidence;
import dev.rowlock.pacing.Reading;
import dev.rowlock.pacing.Unit;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The values a level had within its window. One thread at a time. */
final class LevelHistory {
    private final Duration kept;
    private final Deque<Evidence.Timed> seen = new ArrayDeque<>();

    LevelHistory(Duration kept) {
        this.kept = kept;
    }

    /** A value that can be no level (infinite, not a number) is stale. */
    Reading plus(Duration now, double value, Unit unit, String name) {
        if (!Double.isFinite(value)) {
            return new Reading.Stale(Duration.ZERO, name + " is " + value);
        }
        seen.addLast(new Evidence.Timed(now, now, value));
        while (seen.getFirst().to().compareTo(now.minus(kept)) < 0) {
            seen.removeFirst();
        }
        return new Reading.Fresh(value, unit.text(value), now, new Evidence.Levels(List.copyOf(seen)));
    }
}
