package dev.rowlock.claim.work.internal;

import dev.rowlock.claim.Lease;
import dev.rowlock.claim.LeaseTable;
import dev.rowlock.claim.Verdict;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Extends leases at a third of their length, many in one transaction and never one by one. Nothing the server answers stops it (facts 4);
 * it is the last part of a worker to end.
 */
final class Heartbeat implements Runnable {
    private static final Logger log = LoggerFactory.getLogger(Heartbeat.class);

    private static final int MOST_ROWS = 500;
    private static final long LONGEST_WAIT = Duration.ofSeconds(1).toNanos();
    private static final long SHORTEST_WAIT = Duration.ofMillis(50).toNanos();

    private final String name;
    private final LeaseTable table;
    private final LeaseDesk desk;
    private final Tally tally;
    private final Pause pause;

    Heartbeat(String name, LeaseTable table, LeaseDesk desk, Tally tally) {
        this.name = name;
        this.table = table;
        this.desk = desk;
        this.tally = tally;
        // Several more tries have to fit into what is left of a lease.
        this.pause = new Pause(
                Duration.ofNanos(SHORTEST_WAIT),
                table.settings().lease().dividedBy(12).compareTo(Duration.ofSeconds(5)) < 0
                        ? table.settings().lease().dividedBy(12)
                        : Duration.ofSeconds(5));
    }

    @Override
    public void run() {
        try {
            for (List<Held> due = desk.awaitDue(MOST_ROWS); due != null; due = desk.awaitDue(MOST_ROWS)) {
                extend(due);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void extend(List<Held> rows) {
        List<Verdict> verdicts;
        try {
            verdicts = table.extend(rows.stream().map(row -> row.lease).toList());
        } catch (RuntimeException e) {
            refused(rows, e);
            return;
        }
        pause.reset();
        desk.heartbeatWorks();
        for (int at = 0; at < verdicts.size(); at++) {
            Held row = rows.get(at);
            verdicts.get(at)
                    .<Runnable>fold(
                            applied -> () -> desk.extended(row, applied.lease()),
                            lost -> () -> lose(row, lost),
                            held -> () -> desk.again(List.of(row), waitForLock(row.lease)))
                    .run();
        }
    }

    private void lose(Held row, Verdict.Lost lost) {
        List<Runnable> signals = desk.lose(row);
        tally.lost(row.lease, Verdicts.why(lost));
        signals.forEach(tally::tell);
    }

    private static long waitForLock(Lease lease) {
        return Math.max(SHORTEST_WAIT, Math.min(LONGEST_WAIT, lease.length().toNanos() / 20));
    }

    private void refused(List<Held> rows, RuntimeException e) {
        if (Refusal.of(e) == Refusal.OF_A_ROW && rows.size() > 1) {
            int half = rows.size() / 2;
            extend(rows.subList(0, half));
            extend(rows.subList(half, rows.size()));
            return;
        }
        log.info("{} leases not extended rows={} reason=\"{}\"", name, rows.size(), e.getMessage());
        if (Refusal.of(e) == Refusal.OF_THE_MOMENT) {
            desk.heartbeatFails();
        }
        desk.again(rows, pause.next());
    }
}
