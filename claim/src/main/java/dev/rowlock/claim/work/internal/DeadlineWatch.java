package dev.rowlock.claim.work.internal;

/**
 * Tells handlers to stop whose lease ran out unextended. It never talks to the server: it has to act just when the server does not answer.
 */
final class DeadlineWatch implements Runnable {
    private final Ledger ledger;
    private final Tally tally;

    DeadlineWatch(Ledger ledger, Tally tally) {
        this.ledger = ledger;
        this.tally = tally;
    }

    @Override
    public void run() {
        try {
            for (Ledger.RanOut ranOut = ledger.awaitRanOut(); ranOut != null; ranOut = ledger.awaitRanOut()) {
                ranOut.signals().forEach(tally::tell);
                ranOut.rows().forEach(row -> tally.ranOut(row.lease));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
