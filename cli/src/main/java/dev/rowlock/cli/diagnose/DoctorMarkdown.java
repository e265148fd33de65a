package dev.rowlock.cli.diagnose;

import dev.rowlock.diagnose.doctor.DoctorReport;
import dev.rowlock.diagnose.doctor.Finding;
import java.util.StringJoiner;
import java.util.regex.Pattern;

/** A doctor's report to paste into a ticket. */
final class DoctorMarkdown {
    /** What would be taken for form in other people's text, such as the backticks of names. */
    private static final Pattern SPECIAL = Pattern.compile("[\\\\`*_{}\\[\\]<>#|~]");

    private DoctorMarkdown() {}

    static String of(DoctorReport report) {
        StringJoiner lines = new StringJoiner(System.lineSeparator());
        lines.add("## Rowlock doctor: " + DoctorWords.verdict(report));
        lines.add("");
        lines.add(text(report.server()) + " as " + text(report.account()) + "; " + text(DoctorWords.tables(report))
                + ". " + DoctorWords.counts(report) + ".");
        if (!report.findings().isEmpty()) {
            lines.add("");
            lines.add("| | about | finding | rule |");
            lines.add("| --- | --- | --- | --- |");
            for (Finding finding : report.findings()) {
                lines.add("| " + finding.severity() + " | " + text(finding.about()) + " | " + text(finding.what())
                        + " | " + text(finding.rule()) + " |");
            }
        }
        for (Finding finding : report.findings()) {
            lines.add("");
            lines.add("### " + finding.severity() + " " + text(finding.about()) + ": " + text(finding.id()));
            lines.add("");
            lines.add(text(finding.what()));
            lines.add("");
            lines.add("- **Why:** " + text(finding.why()) + " (" + text(finding.rule()) + ")");
            lines.add("- **What to do:** " + text(finding.remedy()));
        }
        return lines.toString();
    }

    private static String text(String text) {
        return SPECIAL.matcher(DoctorWords.line(text)).replaceAll("\\\\$0");
    }
}
