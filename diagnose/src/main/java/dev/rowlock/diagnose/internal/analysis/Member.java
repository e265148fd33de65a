package dev.rowlock.diagnose.internal.analysis;

import dev.rowlock.diagnose.Lock;
import dev.rowlock.diagnose.Side;
import dev.rowlock.diagnose.Transaction;
import dev.rowlock.diagnose.internal.report.RawLock;
import java.util.List;

/**
 * A transaction of a deadlock, as it is handed out and with the locks as they were printed.
 *
 * @param transaction what is handed out
 * @param holds its locks that are in somebody's way
 * @param waits what it waits for
 * @param holdsPrinted whether the server prints what this transaction holds
 */
record Member(Transaction transaction, List<RawLock> holds, List<RawLock> waits, boolean holdsPrinted) {
    /** {@code batch}, or {@code (2)} where the side is unknown. */
    String label() {
        return transaction.side() == Side.UNKNOWN
                ? transaction.name()
                : transaction.side().label();
    }

    boolean runs(String verb) {
        String sql = transaction.sql();
        return sql != null && Verb.of(sql).equals(verb);
    }

    /** Whether it holds a shared lock and waits for an exclusive one on the same index. */
    boolean upgrades() {
        return waits.stream()
                .map(RawLock::lock)
                .filter(wait -> wait.mode().equals("X"))
                .anyMatch(wait -> holds.stream()
                        .map(RawLock::lock)
                        .anyMatch(hold -> hold.mode().equals("S") && samePlace(hold, wait)));
    }

    static boolean samePlace(Lock one, Lock other) {
        return one.place().equals(other.place());
    }
}
