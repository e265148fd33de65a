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
    static void count(Tally tally, IntakeDesk intake, Verdict verdict, String reason) {
        verdict.<Runnable>fold(
                        applied -> () -> countApplied(tally, intake, applied, reason),
                        lost -> () -> tally.lost(lost.lease(), why(lost)),
                        held -> () -> tally.lost(
                                held.lease(), "another transaction had the row locked until the handler gave up"))
                .run();
    }

    private static void countApplied(Tally tally, IntakeDesk intake, Verdict.Applied applied, String reason) {
        if (applied.state() == LeaseState.DONE) {
            tally.done(1);
        } else if (applied.state() == LeaseState.DEAD) {
            tally.failed(applied.lease(), reason, LeaseState.DEAD);
        } else if (reason.isEmpty()) {
            tally.released(1);
            ready(intake, applied);
        } else {
            tally.failed(applied.lease(), reason, LeaseState.READY);
            ready(intake, applied);
        }
    }

    private static void ready(IntakeDesk intake, Verdict.Applied applied) {
        if (applied.readyIn().isZero()) {
            intake.rowsAppeared();
        } else {
            intake.ownRowDue(applied.readyIn());
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
