package dev.rowlock.cli.diagnose;

import dev.rowlock.diagnose.oncall.Finding;
import dev.rowlock.diagnose.oncall.StepResult;
import dev.rowlock.diagnose.oncall.WhyReport;
import java.util.List;
import java.util.StringJoiner;

/** The answer as it is printed for people: the finding, not a list of metrics. */
final class WhyText {
    private WhyText() {}

    static String of(WhyReport report) {
        StringJoiner lines = new StringJoiner(System.lineSeparator());
        report.finding().ifPresentOrElse(finding -> add(lines, report, finding), () -> addNothing(lines, report));
        return lines.toString();
    }

    private static void add(StringJoiner lines, WhyReport report, Finding finding) {
        String rules = String.join(", ", finding.cause().rules());
        lines.add(
                report.table() + ": " + finding.cause().headline() + "." + (rules.isEmpty() ? "" : " (" + rules + ")"));
        section(lines, "what shows it", finding.evidence());
        section(lines, "what to do", finding.advice());
        List<String> before = report.before().stream().map(WhyText::step).toList();
        section(lines, "looked at before it", before);
    }

    private static void addNothing(StringJoiner lines, WhyReport report) {
        boolean blind = !report.notes().isEmpty();
        lines.add(report.table() + ": nothing " + (blind ? "that could be seen " : "") + "in the server explains it.");
        section(
                lines,
                "what to do",
                List.of(
                        "Look at the applications now: garbage collection, network, connection pools (C10).",
                        "If it comes and goes, look again while it lasts, and longer: --seconds 120."));
        section(lines, "looked at", report.steps().stream().map(WhyText::step).toList());
    }

    private static String step(StepResult step) {
        return step.step().title()
                + (step.verdict() == StepResult.Verdict.UNKNOWN ? " (not known): " : ": ")
                + step.said();
    }

    private static void section(StringJoiner lines, String title, List<String> entries) {
        if (!entries.isEmpty()) {
            lines.add("");
            lines.add("  " + title);
            entries.forEach(entry -> lines.add("    - " + entry));
        }
    }
}
