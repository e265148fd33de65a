package dev.rowlock.claim.work.internal;

/**
 * Tells handlers to stop whose lease ran out unextended. It never talks to the server: it has to act just when the server does not answer.
 */
final class DeadlineWatch implements Runnable {
    private final LeaseDesk desk;
    private final Tally tally;

    DeadlineWatch(LeaseDesk desk, Tally tally) {
        this.desk = desk;
        this.tally = tally;
    }

    @Override
    public void run() {
        try {
            for (LeaseDesk.RanOut ranOut = desk.awaitRanOut(); ranOut != null; ranOut = desk.awaitRanOut()) {
                ranOut.signals().forEach(tally::tell);
                ranOut.rows().forEach(row -> tally.ranOut(row.lease));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
