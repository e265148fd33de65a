package dev.rowlock.cli.diagnose;

import dev.rowlock.diagnose.oncall.Finding;
import dev.rowlock.diagnose.oncall.StepResult;
import dev.rowlock.diagnose.oncall.WhyReport;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The answer as JSON; its fields are described in {@code docs/why.md}. */
final class WhyJson {
    private WhyJson() {}

    static Map<String, @Nullable Object> of(WhyReport report) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("table", report.table());
        json.put("seconds", report.window().toMillis() / 1000.0);
        json.put("finding", report.finding().map(WhyJson::finding).orElse(null));
        json.put("steps", report.steps().stream().map(WhyJson::step).toList());
        json.put("notes", report.notes());
        return json;
    }

    private static Map<String, Object> finding(Finding finding) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("cause", finding.cause().label());
        json.put("headline", finding.cause().headline());
        json.put("step", finding.cause().step().label());
        json.put("rules", finding.cause().rules());
        json.put("evidence", finding.evidence());
        json.put("advice", finding.advice());
        return json;
    }

    private static Map<String, Object> step(StepResult step) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("step", step.step().label());
        json.put("verdict", step.verdict().label());
        json.put("said", step.said());
        return json;
    }
}
