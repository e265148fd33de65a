package dev.rowlock.diagnose.internal.analysis;

import dev.rowlock.diagnose.WaitsFor;
import dev.rowlock.diagnose.internal.report.RawDeadlock;
import dev.rowlock.diagnose.internal.report.RawTransaction;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a report leaves out, said once each. */
final class Notes {
    private Notes() {}

    static List<String> of(RawDeadlock raw, List<WaitsFor> cycle, @Nullable Integer rolledBack) {
        List<String> notes = new ArrayList<>(raw.notes());
        List<RawTransaction> transactions = raw.transactions();
        boolean numbered = transactions.stream().anyMatch(transaction -> transaction.number() != null);
        boolean told = notes.stream().anyMatch(note -> note.contains("rolled back"));
        Integer victim = raw.victim();
        if (victim == null && !told) {
            notes.add("who was rolled back is unknown: the report has no line that says so"
                    + (numbered ? "" : " (MySQL 8 needs log_error_verbosity=3 to log it)"));
        }
        if (victim != null && transactions.stream().noneMatch(each -> victim.equals(each.number()))) {
            notes.add("(" + victim + ") was rolled back, and the report does not show it");
        }
        if (victim != null && rolledBack == null) {
            notes.add(
                    "MariaDB from 10.6 on, before a mend of 2026, names the transaction after the one it rolls back (MDEV-37977):"
                            + " the report names (" + victim + ") and does not show which is meant");
        } else if (victim != null && !victim.equals(rolledBack)) {
            notes.add("(" + rolledBack + ") was rolled back: this MariaDB names the transaction after it, (" + victim
                    + ") (MDEV-37977)");
        }
        if (cycle.stream().anyMatch(step -> step.holder() == null && step.holderId() == null) && numbered) {
            notes.add(
                    "a server before MySQL 8.0.18 prints two transactions of a cycle of any length, and not what (1) holds:"
                            + " there may have been a third");
        }
        return notes;
    }
}
