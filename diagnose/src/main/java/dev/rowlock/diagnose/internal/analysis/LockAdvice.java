package dev.rowlock.diagnose.internal.analysis;

import dev.rowlock.diagnose.Lock;
import java.util.Optional;

/** Advice from the mode of the locks. */
final class LockAdvice {
    private LockAdvice() {}

    static Optional<String> tableLock(Case deadlock) {
        return deadlock.waits()
                .filter(wait -> wait.index() == null)
                .findFirst()
                .map(wait -> wait.mode().equals("AUTO-INC")
                        ? "Inserts into " + wait.table() + " wait for its AUTO-INC lock: with innodb_autoinc_lock_mode=2 and"
                                + " row-based binary logs no insert holds it to its end."
                        : "Somebody locks the whole of " + wait.table() + " (" + wait.mode()
                                + "): leave LOCK TABLES and DDL out of transactions that others meet.");
    }

    /** A foreign key's check looks the same as a shared read; both are mended by asking for the exclusive lock first. */
    static Optional<String> sharedThenExclusive(Case deadlock) {
        return deadlock.first(member -> member.upgrades() && !InsertAdvice.inserts(member))
                .map(member -> {
                    Lock hold = member.holds().stream()
                            .map(lock -> lock.lock())
                            .filter(lock -> lock.mode().equals("S"))
                            .findFirst()
                            .orElseThrow();
                    return member.label() + " holds a shared lock on " + hold.place() + " and then wants it exclusive. Never read with"
                            + " LOCK IN SHARE MODE, FOR SHARE, INSERT ... SELECT or a subquery and write after it: lock with FOR"
                            + " UPDATE from the start. If it is the check of a foreign key, lock the row of " + hold.table()
                            + " with FOR UPDATE before the rows that refer to it are written (facts 5.5).";
                });
    }
}
