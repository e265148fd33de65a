package dev.rowlock.cli.diagnose;

import dev.rowlock.diagnose.doctor.DoctorReport;
import dev.rowlock.diagnose.doctor.Finding;
import java.util.StringJoiner;

/** A doctor's report for people, worst first. */
final class DoctorText {
    private DoctorText() {}

    static String of(DoctorReport report) {
        StringJoiner lines = new StringJoiner(System.lineSeparator());
        lines.add(report.server() + " as " + report.account());
        lines.add(DoctorWords.tables(report));
        for (Finding finding : report.findings()) {
            lines.add("");
            lines.add(finding.severity() + " " + finding.about() + ": " + DoctorWords.line(finding.what()) + " ("
                    + finding.rule() + ")");
            lines.add("  why:    " + DoctorWords.line(finding.why()));
            lines.add("  remedy: " + DoctorWords.line(finding.remedy()));
        }
        lines.add("");
        lines.add(DoctorWords.verdict(report) + " " + DoctorWords.counts(report) + ".");
        return lines.toString();
    }
}
