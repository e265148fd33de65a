package dev.rowlock.pacing.signal;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds one number in what an application's metrics page says: Prometheus text, or the members of JSON. Pure. */
final class MetricText {
    /** Name, labels, value; a time stamp may follow. */
    private static final Pattern SAMPLE =
            Pattern.compile("^([A-Za-z_:][A-Za-z0-9_:]*)(?:\\{(.*)\\})?\\s+([^\\s]+)(?:\\s+-?\\d+)?$");

    private static final Pattern LABEL = Pattern.compile("([A-Za-z_][A-Za-z0-9_]*)\\s*=\\s*\"((?:[^\"\\\\]|\\\\.)*)\"");
    private static final String NUMBER = "(-?\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?)";

    private MetricText() {}

    /**
     * Every value of the metric: {@code name}, or {@code name{label="value"}} for those samples that have at least these labels; in JSON the
     * number of each member with that name.
     */
    static List<Double> values(String body, String metric) {
        String text = body.strip();
        return text.startsWith("{") || text.startsWith("[") ? members(text, metric) : samples(text, metric);
    }

    private static List<Double> members(String json, String name) {
        Matcher matcher = Pattern.compile("\"" + Pattern.quote(name) + "\"\\s*:\\s*" + NUMBER + "\\s*[,}\\]]")
                .matcher(json);
        List<Double> found = new ArrayList<>();
        while (matcher.find()) {
            found.add(Double.valueOf(matcher.group(1)));
        }
        return found;
    }

    private static List<Double> samples(String text, String metric) {
        int brace = metric.indexOf('{');
        String name = brace < 0 ? metric : metric.substring(0, brace);
        List<String> wanted = brace < 0 ? List.of() : labels(metric.substring(brace));
        List<Double> found = new ArrayList<>();
        for (String line : text.split("\n", -1)) {
            Matcher sample = SAMPLE.matcher(line.strip());
            if (sample.matches()
                    && sample.group(1).equals(name)
                    && labels(sample.group(2) == null ? "" : sample.group(2)).containsAll(wanted)) {
                found.add(number(sample.group(3)));
            }
        }
        return found;
    }

    private static List<String> labels(String text) {
        return LABEL.matcher(text)
                .results()
                .map(label -> label.group(1) + "=" + label.group(2))
                .toList();
    }

    private static double number(String text) {
        try {
            return Double.parseDouble(text.replace("Inf", "Infinity"));
        } catch (NumberFormatException none) {
            return Double.NaN;
        }
    }
}
