package dev.rowlock.cli.diagnose;

import dev.rowlock.diagnose.doctor.DoctorReport;
import dev.rowlock.diagnose.doctor.DoctorReport.Chosen;
import dev.rowlock.diagnose.doctor.Examination.Outcome;
import dev.rowlock.diagnose.doctor.Severity;

/** Sentences that the text and the Markdown of a doctor's report share. */
final class DoctorWords {
    private DoctorWords() {}

    static String verdict(DoctorReport report) {
        return report.blocksGoLive() ? "Not fit to go live." : "Nothing blocks going live.";
    }

    static String tables(DoctorReport report) {
        if (report.tables().isEmpty()) {
            return "no table examined";
        }
        return (report.chosen() == Chosen.FOUND ? "tables that look like queues: " : "tables: ")
                + String.join(", ", report.tables());
    }

    static String counts(DoctorReport report) {
        long notMade = report.examinations().stream()
                .filter(examination -> examination.outcome() == Outcome.NOT_MADE)
                .count();
        return report.count(Severity.BLOCKS) + " block, " + report.count(Severity.WARNS) + " warn, "
                + report.count(Severity.NOTES) + " notes; "
                + report.examinations().size() + " examinations"
                + (notMade == 0 ? "" : ", " + notMade + " of them could not be made") + ", "
                + report.took().toMillis() + " ms";
    }

    /** One line: names of programs and statements are other people's text. */
    static String line(String text) {
        return text.replaceAll("\\p{Cntrl}+", " ").strip();
    }
}
