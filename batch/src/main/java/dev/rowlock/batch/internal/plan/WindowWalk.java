package dev.rowlock.batch.internal.plan;

import dev.rowlock.batch.Window;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** When work ends that may only go on while a window is open. Pure. */
final class WindowWalk {
    private static final int MOST_DAYS = 3_650;

    private WindowWalk() {}

    /** {@code null} when it stops before its end, or takes ten years. */
    static @Nullable Instant end(@Nullable Window windowOrNull, Instant now, Duration work) {
        if (windowOrNull == null) {
            return plus(now, work);
        }
        Instant at = now;
        Duration rest = work;
        for (int day = 0; day < MOST_DAYS; day++) {
            at = at.plus(windowOrNull.untilOpen(at));
            Duration left = windowOrNull.left(at);
            if (rest.compareTo(left) <= 0 || windowOrNull.atEnd() == Window.AtEnd.FINISH) {
                return plus(at, rest);
            }
            if (windowOrNull.atEnd() == Window.AtEnd.STOP) {
                return null;
            }
            rest = rest.minus(left);
            at = at.plus(left);
            if (left.isZero()) {
                return null; // opens and closes in a skipped hour
            }
        }
        return null;
    }

    private static @Nullable Instant plus(Instant at, Duration work) {
        return work.toDays() > 365L * 100 ? null : at.plus(work);
    }
}
