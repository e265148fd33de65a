package dev.rowlock.cli.batch;

import dev.rowlock.batch.RunState;
import dev.rowlock.batch.RunStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * When a run will be through, and whether that is before its window closes (C11). Immutable.
 *
 * @param share of the rows looked at, 0 to 1; the server only estimates how many there are
 * @param lookedAt rows looked at a second
 * @param leftOrNull until every row was looked at; {@code null} when nobody can tell
 * @param windowLeftOrNull until the window closes; {@code null} without a window, zero while it is closed
 */
record Forecast(
        double share,
        double lookedAt,
        @Nullable Duration leftOrNull,
        @Nullable Duration windowLeftOrNull) {
    private static final Duration LONGEST = Duration.ofDays(3_650);

    /** By the speed since the run began, pauses and all. */
    static Forecast overall(RunStatus status, Instant now) {
        double seconds = Math.max(0.001, status.age().toMillis() / 1e3);
        return of(status, status.counts().scanned() / seconds, now);
    }

    private static Forecast of(RunStatus status, double lookedAt, Instant now) {
        long scanned = status.counts().scanned();
        boolean over = status.state().isOver();
        double share = status.state() == RunState.DONE
                ? 1
                : status.estimate() == 0 ? 0 : Math.min(0.99, (double) scanned / status.estimate());
        long rest = status.estimate() - scanned;
        Duration left = over || rest <= 0 || lookedAt <= 0 || status.state() != RunState.RUNNING
                ? null
                : duration(rest / lookedAt);
        Duration window = over
                ? null
                : status.plan().window().map(hours -> hours.left(now)).orElse(null);
        return new Forecast(share, lookedAt, left, window);
    }

    private static Duration duration(double seconds) {
        return seconds > LONGEST.toSeconds() ? LONGEST : Duration.ofMillis(Math.round(seconds * 1e3));
    }

    Optional<Duration> left() {
        return Optional.ofNullable(leftOrNull);
    }

    Optional<Duration> windowLeft() {
        return Optional.ofNullable(windowLeftOrNull);
    }

    /** Whether it will not be through when the window closes. */
    boolean isLate() {
        return leftOrNull != null
                && windowLeftOrNull != null
                && !windowLeftOrNull.isZero()
                && leftOrNull.compareTo(windowLeftOrNull) > 0;
    }

    /** Learns the speed of late from the states it is shown. Used by one thread. */
    static final class Meter {
        private static final int KEPT = 30;

        private record Seen(long nanos, long scanned) {}

        private final Deque<Seen> seen = new ArrayDeque<>();

        Forecast saw(RunStatus status, long nanos, Instant now) {
            seen.addLast(new Seen(nanos, status.counts().scanned()));
            if (seen.size() > KEPT) {
                seen.removeFirst();
            }
            Seen first = seen.getFirst();
            double seconds = (nanos - first.nanos()) / 1e9;
            return seconds < 0.5
                    ? of(status, 0, now)
                    : of(status, (status.counts().scanned() - first.scanned()) / seconds, now);
        }
    }
}
