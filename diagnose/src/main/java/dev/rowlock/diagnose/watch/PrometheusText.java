package dev.rowlock.diagnose.watch;

import java.util.Comparator;
import java.util.Map;

/**
 * Metrics in the text format that Prometheus reads. Pure. Statements appear without their values.
 *
 * @see <a href="https://prometheus.io/docs/instrumenting/exposition_formats/">Exposition formats</a>
 */
public final class PrometheusText {
    /** What an HTTP answer says of it. */
    public static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private PrometheusText() {}

    public static String of(DeadlockMetrics metrics) {
        StringBuilder text = new StringBuilder(1024);
        head(text, "rowlock_deadlocks_total", "Deadlocks whose report was read, by statements and rolled-back side.");
        metrics.byKind().entrySet().stream()
                .sorted(Comparator.comparing(entry ->
                        entry.getKey().label() + entry.getKey().victimSide().label()))
                .forEach(entry -> sample(text, entry));
        single(
                text,
                "rowlock_deadlocks_unseen_total",
                "Deadlocks that the server counted and whose report was not read.",
                metrics.unseen());
        single(
                text,
                "rowlock_lock_wait_timeouts_total",
                "Lock waits that timed out (1205); not counted by MariaDB.",
                metrics.timeouts());
        single(
                text,
                "rowlock_deadlock_samples_dropped_total",
                "Samples dropped because the server was started again or its counters went back.",
                metrics.droppedSamples());
        return text.toString();
    }

    private static void sample(StringBuilder text, Map.Entry<DeadlockKind, Long> entry) {
        text.append("rowlock_deadlocks_total{statements=\"")
                .append(escaped(entry.getKey().label()))
                .append("\",victim_side=\"")
                .append(entry.getKey().victimSide().label())
                .append("\"} ")
                .append(entry.getValue())
                .append('\n');
    }

    private static void single(StringBuilder text, String name, String help, long value) {
        head(text, name, help);
        text.append(name).append(' ').append(value).append('\n');
    }

    private static void head(StringBuilder text, String name, String help) {
        text.append("# HELP ").append(name).append(' ').append(help).append('\n');
        text.append("# TYPE ").append(name).append(" counter\n");
    }

    private static String escaped(String label) {
        return label.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }
}
