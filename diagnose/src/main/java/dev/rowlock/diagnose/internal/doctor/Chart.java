package dev.rowlock.diagnose.internal.doctor;

import dev.rowlock.diagnose.doctor.Finding;
import dev.rowlock.diagnose.doctor.Severity;
import java.util.ArrayList;
import java.util.List;

/** Where the findings about one thing are written down. For one thread. */
final class Chart {
    private final String about;
    private final List<Finding> findings = new ArrayList<>();

    Chart(String about) {
        this.about = about;
    }

    String about() {
        return about;
    }

    void blocks(String id, String what, String why, String remedy, String rule) {
        add(Severity.BLOCKS, id, what, why, remedy, rule);
    }

    void warns(String id, String what, String why, String remedy, String rule) {
        add(Severity.WARNS, id, what, why, remedy, rule);
    }

    void notes(String id, String what, String why, String remedy, String rule) {
        add(Severity.NOTES, id, what, why, remedy, rule);
    }

    /** Two examinations may meet the same thing, such as a missing right: it is told once. */
    void add(Severity severity, String id, String what, String why, String remedy, String rule) {
        Finding finding = new Finding(id, severity, about, what, why, remedy, rule);
        boolean told = findings.stream()
                .anyMatch(other -> other.id().equals(id)
                        && (other.what().equals(what) || other.remedy().equals(remedy)));
        if (!told) {
            findings.add(finding);
        }
    }

    /** Whether something of that kind was found already. */
    boolean has(String id) {
        return findings.stream().anyMatch(finding -> finding.id().equals(id));
    }

    int size() {
        return findings.size();
    }

    List<Finding> findings() {
        return List.copyOf(findings);
    }
}
