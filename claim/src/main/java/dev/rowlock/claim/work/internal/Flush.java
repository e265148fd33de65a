package dev.rowlock.claim.work.internal;

import dev.rowlock.claim.Failed;
import dev.rowlock.claim.Lease;
import dev.rowlock.claim.LeaseTable;
import dev.rowlock.claim.Verdict;
import dev.rowlock.claim.work.Outcome;
import java.util.ArrayList;
import java.util.List;

/** Rows with results of one kind, to be written in one transaction. */
record Flush(Outcome kind, List<Held> rows) {
    /** Whether results of these two go into one statement. */
    static boolean alike(Outcome one, Outcome other) {
        return one.fold(
                done -> other instanceof Outcome.Done,
                failed -> other instanceof Outcome.Failed,
                released -> other.equals(released),
                settled -> false);
    }

    List<Verdict> write(LeaseTable table) {
        return kind.fold(
                done -> table.complete(leases()),
                failed -> table.fail(failures()),
                released -> table.release(leases(), released.delay()),
                settled -> {
                    throw new IllegalStateException("a settled row is written already");
                });
    }

    private List<Lease> leases() {
        List<Lease> leases = new ArrayList<>(rows.size());
        for (Held row : rows) {
            leases.add(row.lease);
        }
        return leases;
    }

    private List<Failed> failures() {
        List<Failed> failures = new ArrayList<>(rows.size());
        for (Held row : rows) {
            failures.add(new Failed(row.lease, reason(row)));
        }
        return failures;
    }

    static String reason(Held row) {
        return row.outcome instanceof Outcome.Failed failed ? failed.reason() : "";
    }
}
