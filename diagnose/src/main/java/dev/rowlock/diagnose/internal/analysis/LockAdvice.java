package dev.rowlock.diagnose.internal.analysis;

import dev.rowlock.diagnose.Lock;
import dev.rowlock.diagnose.internal.report.RawLock;
import java.util.List;
import java.util.Optional;

/** Advice from the mode of the locks. */
final class LockAdvice {
    private LockAdvice() {}

    static Optional<String> tableLock(Case deadlock) {
        return deadlock.waits()
                .filter(wait -> wait.index() == null)
                .findFirst()
                .map(wait -> wait.mode().equals("AUTO-INC")
                        ? "Inserts into " + wait.table()
                                + " wait for its AUTO-INC lock: with innodb_autoinc_lock_mode=2 and"
                                + " row-based binary logs no insert holds it to its end."
                        : "Somebody locks the whole of " + wait.table() + " (" + wait.mode()
                                + "): leave LOCK TABLES and DDL out of transactions that others meet.");
    }

    /** A foreign key's check looks the same as a shared read; both are mended by asking for the exclusive lock first. */
    static Optional<String> sharedThenExclusive(Case deadlock) {
        Optional<String> shown = deadlock.first(member -> member.upgrades() && !InsertAdvice.inserts(member))
                .flatMap(member -> shared(member.holds())
                        .map(hold -> member.label() + " holds a shared lock on " + hold.place()
                                + " and then wants it exclusive. " + remedy(hold)));
        return shown.isPresent()
                ? shown
                : shared(deadlock.strangers())
                        .map(hold -> "A transaction that the report does not show holds a shared lock on "
                                + hold.place() + ", and wants something of the other. " + remedy(hold));
    }

    private static Optional<Lock> shared(List<RawLock> locks) {
        return locks.stream()
                .map(RawLock::lock)
                .filter(lock -> lock.mode().equals("S"))
                .findFirst();
    }

    private static String remedy(Lock hold) {
        return "Never read with LOCK IN SHARE MODE, FOR SHARE, INSERT ... SELECT or a subquery and write after it: lock with FOR UPDATE"
                + " from the start. If it is the check of a foreign key, lock the row of " + hold.table()
                + " with FOR UPDATE before the rows that refer to it are written (facts 5.5).";
    }
}
