package dev.rowlock.cli.table;

import dev.rowlock.claim.CheckReport;
import dev.rowlock.claim.CheckReport.SkipLocked;
import dev.rowlock.claim.Finding;
import dev.rowlock.claim.LostGuarantee;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;

/** A check's report as it is printed. */
final class CheckText {
    private CheckText() {}

    static Map<String, Object> json(CheckReport report) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("table", report.table());
        json.put("server", report.server());
        json.put("blocked", report.blocked());
        json.put("key", report.key());
        Map<String, String> columns = new LinkedHashMap<>();
        report.columns().forEach((role, column) -> columns.put(role.usualName(), column));
        json.put("columns", columns);
        json.put("index", report.index().orElse(null));
        json.put("skipLocked", word(report.skipLocked()));
        json.put("lost", report.lost());
        json.put("findings", report.findings());
        return json;
    }

    static String text(CheckReport report) {
        StringJoiner lines = new StringJoiner(System.lineSeparator());
        lines.add(report.table() + " on " + report.server());
        lines.add("  key           " + String.join(", ", report.key()));
        report.columns()
                .forEach((role, column) ->
                        lines.add(String.format(Locale.ROOT, "  %-13s %s", role.usualName(), column)));
        lines.add("  index         " + report.index().orElse("none that fits"));
        lines.add("  SKIP LOCKED   " + word(report.skipLocked()));
        if (!report.lost().isEmpty()) {
            lines.add("");
            lines.add("What cannot be promised here, because of what the table lacks:");
            for (LostGuarantee lost : report.lost()) {
                lines.add("  - " + lost.what() + " (" + lost.because() + ")");
                lines.add("      " + lost.remedy());
            }
        }
        for (Finding finding : report.findings()) {
            lines.add("");
            lines.add(finding.level() + " " + finding.what() + " (" + finding.rule() + ")");
            lines.add("  why:    " + finding.why());
            lines.add("  remedy: " + finding.remedy());
        }
        lines.add("");
        lines.add(report.blocked() ? "The table cannot be worked like this." : "The table can be worked.");
        return lines.toString();
    }

    private static String word(SkipLocked skipLocked) {
        return switch (skipLocked) {
            case SKIPS -> "skips, tried with two sessions";
            case DOES_NOT_SKIP -> "does not skip";
            case NOT_TRIED -> "not tried: no row was ready, or no second connection could be had";
        };
    }
}
