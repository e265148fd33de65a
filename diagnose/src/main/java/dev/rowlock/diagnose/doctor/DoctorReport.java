package dev.rowlock.diagnose.doctor;

import java.time.Duration;
import java.util.List;

/**
 * What the doctor saw. Immutable.
 *
 * @param server family and version
 * @param account the account that looked, {@code user@host}
 * @param chosen whether the tables were named or found
 * @param tables the tables that were examined, with their schemas
 * @param examinations everything that was looked at, in order
 * @param findings what was found: first what blocks, then what warns, then notes
 * @param took how long it all took
 */
public record DoctorReport(
        String server,
        String account,
        Chosen chosen,
        List<String> tables,
        List<Examination> examinations,
        List<Finding> findings,
        Duration took) {
    /** How the tables were chosen. */
    public enum Chosen {
        /** The caller named them. */
        NAMED,
        /** They look like queues: a status column beside one that says when a row is ready, was claimed, or its lease ends. */
        FOUND
    }

    public DoctorReport {
        tables = List.copyOf(tables);
        examinations = List.copyOf(examinations);
        findings = List.copyOf(findings);
    }

    /** Whether anything stands in the way of going live. */
    public boolean blocksGoLive() {
        return count(Severity.BLOCKS) > 0;
    }

    /** How many findings of that severity there are. */
    public long count(Severity severity) {
        return findings.stream()
                .filter(finding -> finding.severity() == severity)
                .count();
    }
}
