package dev.rowlock.claim.work.internal;

import dev.rowlock.claim.LeaseState;
import dev.rowlock.claim.RowState;
import dev.rowlock.claim.Verdict;

/** Books the verdict on a row that is settled. */
final class Verdicts {
    private Verdicts() {}

    /**
     * Counts the row and notes when it will be ready again.
     *
     * @param reason of a failure
     */
    static void count(Tally tally, Ledger ledger, Verdict verdict, String reason) {
        verdict.<Runnable>fold(
                        applied -> () -> countApplied(tally, ledger, applied, reason),
                        lost -> () -> tally.lost(lost.lease(), why(lost)),
                        held -> () -> tally.lost(
                                held.lease(), "another transaction had the row locked until the handler gave up"))
                .run();
    }

    private static void countApplied(Tally tally, Ledger ledger, Verdict.Applied applied, String reason) {
        if (applied.state() == LeaseState.DONE) {
            tally.done(1);
        } else if (applied.state() == LeaseState.DEAD) {
            tally.failed(applied.lease(), reason, LeaseState.DEAD);
        } else if (reason.isEmpty()) {
            tally.released(1);
            ready(ledger, applied);
        } else {
            tally.failed(applied.lease(), reason, LeaseState.READY);
            ready(ledger, applied);
        }
    }

    private static void ready(Ledger ledger, Verdict.Applied applied) {
        if (applied.readyIn().isZero()) {
            ledger.rowsAppeared();
        } else {
            ledger.ownRowDue(applied.readyIn());
        }
    }

    /** Why a lease is gone, from what the row looks like now. */
    static String why(Verdict.Lost lost) {
        return lost.seenOrEmpty()
                .map(RowState::toString)
                .map(seen -> "the row is now " + seen)
                .orElse("the row is gone");
    }
}
