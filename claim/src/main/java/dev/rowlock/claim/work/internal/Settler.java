package dev.rowlock.claim.work.internal;

import dev.rowlock.claim.LeaseState;
import dev.rowlock.claim.LeaseTable;
import dev.rowlock.claim.Verdict;
import dev.rowlock.claim.work.Outcome;
import dev.rowlock.mysql.RowlockException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes results, many rows in one transaction, each with a verdict of its own. What the server refuses for the moment is kept and written
 * again until the row's lease has ended; a row that makes its batch fail is found and failed by itself.
 */
final class Settler implements Runnable {
    private static final Logger log = LoggerFactory.getLogger(Settler.class);

    /** A row that is refused alone so often is the reason itself. */
    private static final int MOST_REFUSALS = 3;

    private static final long SHORTEST_WAIT = Duration.ofMillis(20).toNanos();
    private static final long LONGEST_WAIT = Duration.ofSeconds(1).toNanos();

    private final String name;
    private final LeaseTable table;
    private final ResultDesk desk;
    private final IntakeDesk intake;
    private final Tally tally;
    private final Pause pause = Pause.afterErrors();

    Settler(String name, LeaseTable table, ResultDesk desk, IntakeDesk intake, Tally tally) {
        this.name = name;
        this.table = table;
        this.desk = desk;
        this.intake = intake;
        this.tally = tally;
    }

    @Override
    public void run() {
        try {
            for (Flush flush = desk.await(); flush != null; flush = desk.await()) {
                write(flush);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void write(Flush flush) {
        try {
            List<Verdict> verdicts = flush.write(table);
            pause.reset();
            book(flush, verdicts);
        } catch (RuntimeException e) {
            refused(flush, e);
        }
    }

    private void book(Flush flush, List<Verdict> verdicts) {
        List<Held> settled = new ArrayList<>(verdicts.size());
        int done = 0;
        for (int at = 0; at < verdicts.size(); at++) {
            Held row = flush.rows().get(at);
            Verdict verdict = verdicts.get(at);
            if (verdict instanceof Verdict.Held) {
                keep(row, waitForLock(row), "another transaction had the row locked until the lease ended");
            } else {
                settled.add(row);
                if (verdict instanceof Verdict.Applied applied && applied.state() == LeaseState.DONE) {
                    done++;
                } else {
                    Verdicts.count(tally, intake, verdict, Flush.reason(row));
                }
            }
        }
        tally.done(done);
        desk.settled(settled);
    }

    private long waitForLock(Held row) {
        return Math.min(LONGEST_WAIT, SHORTEST_WAIT << Math.min(row.refusals++, 6));
    }

    private void refused(Flush flush, RuntimeException e) {
        boolean expected = e instanceof RowlockException;
        if (expected) {
            log.info(
                    "{} results not written rows={} reason=\"{}\"",
                    name,
                    flush.rows().size(),
                    e.getMessage());
        } else {
            log.warn("{} results not written rows={}", name, flush.rows().size(), e);
        }
        if (Refusal.of(e) == Refusal.OF_THE_MOMENT) {
            long wait = pause.next();
            desk.writeNothingFor(wait);
            flush.rows()
                    .forEach(row ->
                            keep(row, wait, "the server took no result before the lease ended: " + e.getMessage()));
        } else if (flush.rows().size() > 1) {
            int half = (flush.rows().size() + 1) / 2;
            flush.rows().forEach(row -> {
                row.largestBatch = half;
                keep(row, 0, "the server refused the result until the lease had ended: " + e.getMessage());
            });
        } else {
            refusedAlone(flush.rows().get(0), e);
        }
    }

    private void refusedAlone(Held row, RuntimeException e) {
        row.refusals++;
        if (row.refusals < MOST_REFUSALS) {
            keep(row, pause.next(), "the server refused the result until the lease had ended: " + e.getMessage());
        } else if (Outbox.outcome(row) instanceof Outcome.Done) {
            row.refusals = 0;
            write(row, Outcome.failed("the work is done, but the row could not be completed: " + e.getMessage()));
        } else {
            desk.settled(List.of(row));
            tally.lost(row.lease, "the server refused the result: " + e.getMessage());
        }
    }

    private void keep(Held row, long wait, String otherwise) {
        if (!desk.again(row, Outbox.outcome(row), wait)) {
            tally.lost(row.lease, otherwise);
        }
    }

    private void write(Held row, Outcome instead) {
        if (!desk.again(row, instead, 0)) {
            tally.lost(row.lease, Flush.reason(row));
        }
    }
}
