package dev.rowlock.cli.bench;

import dev.rowlock.cli.Output;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One measured figure beside its goal. Immutable.
 *
 * @param id of the goal, such as {@code P8}
 * @param what in words
 * @param value the ratio
 * @param goal in words, such as {@code <= 1.10}
 * @param met whether the goal is reached, side conditions included
 * @param spread lowest and highest ratio of the rounds
 * @param reference what it was measured beside
 * @param details further figures
 */
public record Measure(
        String id,
        String what,
        double value,
        String goal,
        Met met,
        List<Double> spread,
        String reference,
        Map<String, Object> details) {
    /** Whether a goal is reached. */
    public enum Met {
        YES,
        NO;

        public static Met when(boolean reached) {
            return reached ? YES : NO;
        }
    }

    public Measure {
        spread = List.copyOf(spread);
        details = Map.copyOf(details);
    }

    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", id);
        json.put("what", what);
        json.put("value", Figures.rounded(value, 3));
        json.put("goal", goal);
        json.put("met", met == Met.YES);
        json.put(
                "spread",
                spread.stream().map(ratio -> Figures.rounded(ratio, 3)).toList());
        json.put("reference", reference);
        json.putAll(details);
        return json;
    }

    String text() {
        return String.format(
                Locale.ROOT,
                "%-4s %-52s %7.2f  (goal %s)  %s%n     spread %s; beside %s%s",
                id,
                what,
                value,
                goal,
                met == Met.YES ? "met" : "NOT MET",
                spread.stream()
                        .map(ratio -> String.format(Locale.ROOT, "%.2f", ratio))
                        .collect(Collectors.joining(" to ")),
                reference,
                details.isEmpty() ? "" : "; " + Output.text(details));
    }
}
