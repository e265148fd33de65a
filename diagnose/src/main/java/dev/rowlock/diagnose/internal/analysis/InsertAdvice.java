package dev.rowlock.diagnose.internal.analysis;

import dev.rowlock.diagnose.Lock;
import dev.rowlock.diagnose.LockFlag;
import dev.rowlock.diagnose.internal.report.RawLock;
import java.util.Optional;
import java.util.stream.Stream;

/** Advice where an insert is in the cycle. */
final class InsertAdvice {
    private InsertAdvice() {}

    static boolean inserts(Member member) {
        return member.runs(Verb.INSERT) || member.runs(Verb.REPLACE);
    }

    /** Who meets a row with its key asks for a shared lock on that row, and keeps it. An UPDATE asks for a shared lock for nothing else. */
    static Optional<String> duplicateKey(Case deadlock) {
        Stream<Lock> ofInserts = deadlock.members().stream()
                .filter(InsertAdvice::inserts)
                .flatMap(member -> Stream.concat(member.holds().stream(), member.waits().stream()))
                .map(RawLock::lock);
        Stream<Lock> ofUpdates = deadlock.members().stream()
                .filter(member -> member.runs(Verb.UPDATE))
                .flatMap(member -> member.waits().stream())
                .map(RawLock::lock)
                .filter(lock -> !Case.isPrimary(lock));
        return Stream.concat(ofInserts, ofUpdates)
                .filter(lock -> lock.mode().equals("S") && lock.index() != null)
                .findFirst()
                .map(lock -> "Several transactions write the same key of " + lock.place()
                        + ": who meets a key keeps a shared lock on it, also with INSERT IGNORE, ON DUPLICATE KEY UPDATE and READ"
                        + " COMMITTED. Let one writer own a key, make the row exist before and UPDATE it, and do not DELETE and INSERT"
                        + " a key in one transaction (facts 3.4).");
    }

    static Optional<String> gapBeforeInsert(Case deadlock) {
        Optional<Lock> entering = deadlock.waits()
                .filter(wait -> wait.flags().contains(LockFlag.INSERT_INTENTION))
                .findFirst();
        return entering.filter(
                        wait -> deadlock.holds().noneMatch(hold -> hold.mode().equals("S")))
                .map(wait -> "An entry is to be inserted into " + wait.place()
                        + " where another transaction keeps the gap locked. Under READ COMMITTED reads and updates lock no gaps; and do"
                        + " not SELECT ... FOR UPDATE a row of " + wait.table()
                        + " that may not exist: insert it before, outside of the transaction (facts 1.3, 3.5).");
    }
}
