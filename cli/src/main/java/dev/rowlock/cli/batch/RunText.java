package dev.rowlock.cli.batch;

import dev.rowlock.batch.Counts;
import dev.rowlock.batch.RunEvent;
import dev.rowlock.batch.RunState;
import dev.rowlock.batch.RunStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Runs in words. Pure. */
final class RunText {
    private static final int BAR = 20;

    private RunText() {}

    /** All that is known of a run, in several lines. */
    static String of(RunStatus status, Forecast forecast) {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                "run %d '%s' on %s: %s", status.id(), status.plan().name(), status.target(), state(status)));
        lines.add("rows      " + looked(status, forecast) + "; " + reconciliation(status.counts())
                + String.format(Locale.ROOT, "; skipped %,d so far", status.skipped()));
        lines.add(String.format(
                Locale.ROOT,
                "rate      %,.0f rows/s of %,.0f allowed%s (set to %s)",
                status.used(),
                status.rate(),
                status.rateReason().isEmpty() ? "" : ": " + status.rateReason(),
                status.rateSetting()));
        if (!status.readings().isEmpty() || status.baselineOrNull() != null) {
            lines.add("signals   " + signals(status));
        }
        lines.add("online    " + online(status));
        lines.add("time      " + (status.state().isOver() ? "took " : "for ") + time(status.age())
                + forecast.left()
                        .map(left -> ", about " + time(left) + " to go")
                        .orElse("")
                + window(status, forecast));
        lines.add("workers   " + workers(status));
        lines.add("shards    " + shards(status));
        return String.join(System.lineSeparator(), lines);
    }

    /** One line of a list. */
    static String line(RunStatus status) {
        Counts counts = status.counts();
        return String.format(
                Locale.ROOT,
                "%5d  %-20s  %-30s  %-9s  matched %,d  changed %,d  held %,d  %s",
                status.id(),
                status.plan().name(),
                status.target(),
                status.state().text(),
                counts.matched(),
                counts.changed(),
                counts.held(),
                time(status.age()));
    }

    /** The live line. What matters most comes first: a narrow terminal cuts the rest off. */
    static String progress(RunStatus status, Forecast forecast) {
        Counts counts = status.counts();
        StringBuilder line = new StringBuilder(bar(forecast.share()));
        line.append(String.format(
                Locale.ROOT,
                " %3.0f %%  changed %,d  %,.0f rows/s",
                100 * forecast.share(),
                counts.changed(),
                status.used()));
        line.append(
                status.state() == RunState.RUNNING
                        ? forecast.left().map(left -> "  ETA " + time(left)).orElse("")
                        : "  " + status.state().text());
        line.append(String.format(Locale.ROOT, "  limit %,.0f", status.rate()));
        if (!status.rateReason().isEmpty()) {
            line.append(" (").append(status.rateReason()).append(')');
        }
        line.append("  ").append(online(status));
        line.append(String.format(Locale.ROOT, "  skipped %,d, held %,d", status.skipped(), counts.held()));
        line.append(window(status, forecast).replaceFirst("^, ", "  "));
        return line.toString();
    }

    /** How online traffic does: its P99 against what it was before the batch, and who lost transactions to deadlocks. */
    private static String online(RunStatus status) {
        Duration now = status.online().p99OrNull();
        Duration before = status.online().baselineP99OrNull();
        return "online P99 " + (now == null ? "unknown" : millis(now))
                + (before == null ? "" : " of " + millis(before) + " before")
                + String.format(
                        Locale.ROOT,
                        "  deadlocks: online %,d, batch %,d",
                        status.online().deadlocks(),
                        status.deadlocks());
    }

    private static String millis(Duration time) {
        double millis = time.toNanos() / 1e6;
        return String.format(Locale.ROOT, millis < 10 ? "%.2f ms" : "%.0f ms", millis);
    }

    /** What became of everything that matched. */
    static String reconciliation(Counts counts) {
        return String.format(
                Locale.ROOT,
                "matched %,d = changed %,d + changed by others %,d + failed %,d + still held %,d",
                counts.matched(),
                counts.changed(),
                counts.changedByOthers(),
                counts.failed(),
                counts.held());
    }

    static String state(RunStatus status) {
        return status.state().text() + (status.reason().isEmpty() ? "" : " (" + status.reason() + ")");
    }

    static String event(RunEvent event) {
        return event.kind()
                + (event.reason().isEmpty() ? "" : ": " + event.reason())
                + (event.rateOrNull() == null ? "" : String.format(Locale.ROOT, " [%,.0f rows/s]", event.rateOrNull()));
    }

    static String time(Duration time) {
        long seconds = time.toSeconds();
        if (seconds < 60) {
            return String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1e3);
        }
        if (seconds < 3_600) {
            return seconds / 60 + " min " + seconds % 60 + " s";
        }
        return seconds < 172_800
                ? seconds / 3_600 + " h " + seconds % 3_600 / 60 + " min"
                : seconds / 86_400 + " d " + seconds % 86_400 / 3_600 + " h";
    }

    private static String bar(double share) {
        int full = (int) Math.round(share * BAR);
        return "[" + "#".repeat(full) + "-".repeat(BAR - full) + "]";
    }

    private static String looked(RunStatus status, Forecast forecast) {
        return status.state() == RunState.DONE || status.estimate() == 0
                ? String.format(Locale.ROOT, "%,d looked at", status.counts().scanned())
                : String.format(
                        Locale.ROOT,
                        "%,d of about %,d looked at (%.0f %%)",
                        status.counts().scanned(),
                        status.estimate(),
                        100 * forecast.share());
    }

    private static String signals(RunStatus status) {
        String baseline = status.baselineOrNull();
        return status.readings()
                + (baseline == null || baseline.isEmpty() ? "" : " (before the batch: " + baseline + ")");
    }

    private static String window(RunStatus status, Forecast forecast) {
        return forecast.windowLeft()
                .map(left -> ", window " + status.plan().window().orElseThrow()
                        + (left.isZero() ? " is closed" : " closes in " + time(left))
                        + (forecast.isLate() ? ": IT WILL NOT BE THROUGH" : ""))
                .orElse("");
    }

    private static String workers(RunStatus status) {
        return status.workers() > 0 || status.state() != RunState.RUNNING
                ? Integer.toString(status.workers())
                : "none: rowlock batch run --join " + status.id();
    }

    private static String shards(RunStatus status) {
        long done = count(status, "done");
        return status.shards().size() + ": " + done + " done, " + count(status, "processing") + " at work, "
                + count(status, "ready") + " waiting";
    }

    private static long count(RunStatus status, String what) {
        return status.shards().stream()
                .filter(shard -> shard.status().equals(what))
                .count();
    }
}
