package dev.rowlock.cli.diagnose;

import dev.rowlock.cli.Output;
import dev.rowlock.diagnose.Deadlock;
import dev.rowlock.diagnose.Side;
import dev.rowlock.diagnose.watch.DeadlockKind;
import dev.rowlock.diagnose.watch.DeadlockMetrics;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** What a watch prints: deadlocks and the summary as answers, everything else beside them. Thread-safe. */
final class WatchTeller {
    private static final int SHOWN_KINDS = 10;

    private final Output output;

    WatchTeller(Output output) {
        this.output = output;
    }

    void note(String text) {
        output.note(output.isJson() ? Output.text(Map.of("event", "note", "text", text)) : "rowlock: " + text);
    }

    void deadlock(Deadlock deadlock) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("event", "deadlock");
        json.putAll(DeadlockJson.of(deadlock));
        output.answer(json, DeadlockText.of(List.of(deadlock)) + System.lineSeparator());
    }

    void summary(String why, long seconds, DeadlockMetrics metrics) {
        output.answer(json(why, seconds, metrics), text(why, seconds, metrics));
    }

    private static Map<String, @Nullable Object> json(String why, long seconds, DeadlockMetrics metrics) {
        List<Map<String, Object>> kinds = new ArrayList<>();
        for (Map.Entry<DeadlockKind, Long> entry : byCount(metrics)) {
            Map<String, Object> kind = new LinkedHashMap<>();
            kind.put("statements", entry.getKey().statements());
            kind.put("victimSide", entry.getKey().victimSide().label());
            kind.put("count", entry.getValue());
            kinds.add(kind);
        }
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("event", "summary");
        json.put("ended", why);
        json.put("seconds", seconds);
        json.put("seen", metrics.seen());
        json.put("unseen", metrics.unseen());
        json.put("lockWaitTimeouts", metrics.timeouts());
        json.put("droppedSamples", metrics.droppedSamples());
        json.put("kinds", kinds);
        return json;
    }

    private static String text(String why, long seconds, DeadlockMetrics metrics) {
        StringJoiner lines = new StringJoiner(System.lineSeparator());
        lines.add("Watched for " + seconds + " s (" + why + "): " + metrics.seen() + " deadlocks seen, "
                + metrics.unseen() + " counted by the server and not seen" + sides(metrics));
        if (metrics.unseen() > 0) {
            lines.add(
                    "  A server keeps its latest report only. To see all: SET GLOBAL innodb_print_all_deadlocks = ON (MySQL 8 and"
                            + " newer: log_error_verbosity = 3, too), then rowlock deadlocks on the error log.");
            lines.add("  MySQL counts error 1213, which metadata locks, Group Replication and SIGNAL raise as well.");
        }
        if (metrics.droppedSamples() > 0) {
            lines.add("  " + metrics.droppedSamples() + " times counters could not be compared (see above).");
        }
        byCount(metrics).stream()
                .limit(SHOWN_KINDS)
                .forEach(entry -> lines.add("  " + entry.getValue() + " x "
                        + entry.getKey().victimSide().label() + " side rolled back: "
                        + entry.getKey().label()));
        return lines.toString();
    }

    private static String sides(DeadlockMetrics metrics) {
        return metrics.seen() == 0
                ? ""
                : "; rolled back: online " + metrics.seen(Side.ONLINE) + ", batch " + metrics.seen(Side.BATCH)
                        + ", unknown side " + metrics.seen(Side.UNKNOWN);
    }

    private static List<Map.Entry<DeadlockKind, Long>> byCount(DeadlockMetrics metrics) {
        return metrics.byKind().entrySet().stream()
                .sorted(Map.Entry.<DeadlockKind, Long>comparingByValue().reversed())
                .toList();
    }
}
