package dev.rowlock.queue.internal.work;

import dev.rowlock.mysql.Isolation;
import dev.rowlock.mysql.ReadBack;
import dev.rowlock.mysql.Transactions;
import dev.rowlock.mysql.table.Call;
import dev.rowlock.queue.JobId;
import dev.rowlock.queue.internal.Rows;
import dev.rowlock.queue.internal.sql.CycleStatements;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Extends leases at a third of their length, one statement for every 500 jobs, sees to it that handlers stop whose lease or time ran out, and writes what
 * they tell. Nothing the server answers ends it (facts 4); it is the last part of a worker to end.
 */
final class Heartbeat implements Runnable {
    private static final Logger log = LoggerFactory.getLogger(Heartbeat.class);

    private final Plan plan;
    private final Vigil vigil;
    private final Transactions transactions;
    private final Settling settling;
    private final Watch watch;
    private final ReportWriter reports;
    private final Tally tally;
    private final LongSupplier ticker;
    private final long look;
    private long extendAfter;

    Heartbeat(
            Plan plan,
            Vigil vigil,
            Transactions transactions,
            Settling settling,
            Watch watch,
            ReportWriter reports,
            Tally tally,
            LongSupplier ticker) {
        this.plan = plan;
        this.vigil = vigil;
        this.transactions = transactions;
        this.settling = settling;
        this.watch = watch;
        this.reports = reports;
        this.tally = tally;
        this.ticker = ticker;
        this.look = Math.min(plan.lease().toNanos() / 12, watch.look());
        this.extendAfter = ticker.getAsLong();
    }

    @Override
    public void run() {
        try {
            for (List<Held> held = vigil.awaitHeld(look); held != null; held = vigil.awaitHeld(look)) {
                beat(held);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        reports.writeLast();
    }

    private void beat(List<Held> held) {
        try {
            watch.watch(held);
            extend(held);
            reports.write(held);
        } catch (RuntimeException e) {
            log.error("{} heartbeat failed", plan.name(), e);
        }
    }

    private void extend(List<Held> held) {
        long now = ticker.getAsLong();
        if (now - extendAfter < 0) {
            return;
        }
        long third = plan.lease().toNanos() / 3;
        List<Held> due = held.stream()
                .filter(one -> !one.pinned && one.deadline - now <= 2 * third && vigil.isHeld(one))
                .toList();
        try {
            for (int from = 0; from < due.size(); from += Rows.MOST_NAMES) {
                send(due.subList(from, Math.min(due.size(), from + Rows.MOST_NAMES)), ticker.getAsLong());
            }
        } catch (RuntimeException e) {
            log.info("{} leases not extended jobs={} reason=\"{}\"", plan.name(), due.size(), e.getMessage());
            vigil.heartbeatFails();
            extendAfter = ticker.getAsLong() + look;
        }
    }

    private void send(List<Held> due, long sentAt) {
        List<LeasedJob> jobs = due.stream().map(one -> one.job).toList();
        Set<JobId> standing = transactions.inTransaction(
                Isolation.READ_COMMITTED, connection -> extend(connection, jobs), ReadBack.repeatable());
        List<Held> extended = new ArrayList<>();
        for (Held one : due) {
            if (standing.contains(one.job.id())) {
                extended.add(one);
            } else if (vigil.lose(one)) {
                tally.lost.increment();
                log.info("{} a lease was lost, its handler is told to stop job={}", plan.name(), one.job.id());
            }
        }
        vigil.extended(extended, sentAt);
    }

    /** Which of them were extended. */
    private Set<JobId> extend(Connection connection, List<LeasedJob> jobs) throws SQLException {
        Groups groups = Groups.of(jobs);
        Call call = new Call(connection, groups.held(CycleStatements.JOB_EXTEND))
                .with(plan.leaseMicros())
                .with(plan.number());
        if (groups.bindHeld(call).update() == jobs.size()) {
            Set<JobId> all = new HashSet<>();
            jobs.forEach(job -> all.add(job.id()));
            return all;
        }
        Set<JobId> standing = settling.standing(connection, jobs);
        settling.excuse(
                connection,
                jobs.stream().filter(job -> !standing.contains(job.id())).toList());
        return standing;
    }
}
