package dev.rowlock.diagnose.oncall.internal;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * A statement in the window against before it.
 *
 * @param statement its form, as the server's digest has it
 * @param runs in the window
 * @param p99 in the window
 * @param p99Before since the server began to count it; empty if it ran less than a hundred times
 * @param rowsExamined a run, in the window
 * @param rowsExaminedBefore a run, before; 0 if it had not run
 */
public record StatementChange(
        String statement,
        long runs,
        Duration p99,
        Optional<Duration> p99Before,
        double rowsExamined,
        double rowsExaminedBefore) {
    /** Times slower than before; 1 if that is not known. */
    double ratio() {
        return p99Before
                .filter(before -> !before.isZero())
                .map(before -> (double) p99.toNanos() / before.toNanos())
                .orElse(1.0);
    }

    String words() {
        return "P99 of " + statement + ": " + millis(p99) + " in the window (" + runs + " runs)"
                + p99Before.map(before -> ", " + millis(before) + " before it").orElse("");
    }

    static String millis(Duration span) {
        return String.format(Locale.ROOT, "%.1f ms", span.toNanos() / 1e6);
    }
}
