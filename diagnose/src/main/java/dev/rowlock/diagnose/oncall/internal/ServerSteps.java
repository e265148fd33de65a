package dev.rowlock.diagnose.oncall.internal;

import dev.rowlock.diagnose.oncall.Cause;
import dev.rowlock.diagnose.oncall.Finding;
import dev.rowlock.diagnose.oncall.Step;
import dev.rowlock.diagnose.oncall.StepResult;
import dev.rowlock.diagnose.oncall.WhyLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The steps behind lock waits: what slows the table down without anybody standing in the way. Pure. */
final class ServerSteps {
    /** Fewer looks say nothing of a gauge that is almost always zero. */
    private static final int LEAST_LOOKS = 10;

    private static final double MOST_OF_THE_TIME = 0.8;

    private ServerSteps() {}

    static List<StepResult> of(Observation seen, WhyLimits limits) {
        return List.of(
                threads(seen, limits),
                snapshots(seen, limits),
                transactions(seen, limits),
                statements(seen, limits),
                disk(seen),
                temporaryTables(seen, limits));
    }

    private static StepResult threads(Observation seen, WhyLimits limits) {
        List<Long> running = seen.gauge(StatusReader.THREADS);
        if (running.isEmpty()) {
            return StepResult.unknown(Step.THREADS, "the server does not say");
        }
        long median = running.get(running.size() / 2);
        String said = median + " statements ran at once at the median, " + running.get(running.size() - 1) + " at most";
        return median < limits.threadsRunning()
                ? StepResult.fine(Step.THREADS, said)
                : StepResult.found(new Finding(
                        Cause.THREADS_RUNNING,
                        join(said, Judge.slower(seen)),
                        List.of(
                                "Look for the statement that most of them run: SELECT INFO, COUNT(*) FROM"
                                        + " information_schema.PROCESSLIST WHERE COMMAND <> 'Sleep' GROUP BY INFO.",
                                "Make the applications' pools smaller: more statements at once than cores only wait for each"
                                        + " other.")));
    }

    private static StepResult snapshots(Observation seen, WhyLimits limits) {
        List<Long> lengths = seen.gauge(StatusReader.HISTORY);
        String blind = seen.unseen().get(Step.SNAPSHOTS);
        if (lengths.isEmpty() || (blind != null && seen.transactions().isEmpty())) {
            return StepResult.unknown(Step.SNAPSHOTS, blind == null ? "the server does not say" : blind);
        }
        long length = lengths.get(lengths.size() - 1);
        SessionView oldest = seen.olderThanTheWindow().stream().findFirst().orElse(null);
        String said = "the history list has " + length + " transactions"
                + (oldest == null
                        ? ", none of those open is older than the window"
                        : ", the oldest open one is " + oldest.age().toSeconds() + " s old");
        if (length < limits.historyLength() || oldest == null || oldest.age().compareTo(limits.snapshotAge()) < 0) {
            return StepResult.fine(Step.SNAPSHOTS, said);
        }
        return StepResult.found(new Finding(
                Cause.OLD_SNAPSHOT,
                join(said, join("the session to blame: " + oldest.whoAndWhat(), Judge.slower(seen))),
                List.of(
                        "Now: let its program end it, or KILL " + oldest.id() + " (" + oldest.account() + ").",
                        "Long reads (reports, dumps) go to a replica, or read in parts that commit.")));
    }

    private static StepResult transactions(Observation seen, WhyLimits limits) {
        String blind = seen.unseen().get(Step.TRANSACTIONS);
        if (blind != null && seen.transactions().isEmpty()) {
            return StepResult.unknown(Step.TRANSACTIONS, blind);
        }
        List<SessionView> old = seen.olderThanTheWindow().stream()
                .filter(transaction -> transaction.age().compareTo(limits.transactionAge()) >= 0)
                .toList();
        if (old.isEmpty()) {
            return StepResult.fine(
                    Step.TRANSACTIONS,
                    "none was open for " + limits.transactionAge().toSeconds() + " s");
        }
        List<String> evidence = new ArrayList<>(
                old.stream().limit(3).map(SessionView::whoAndWhat).toList());
        evidence.addAll(Judge.slower(seen));
        return StepResult.found(new Finding(
                Cause.LONG_TRANSACTION,
                evidence,
                List.of(
                        "Now: let its program end it, or KILL " + old.get(0).id() + " ("
                                + old.get(0).account() + ").",
                        "Nobody waited for it in the window: if P99 stays high when it is gone, look further.")));
    }

    private static StepResult statements(Observation seen, WhyLimits limits) {
        String blind = seen.unseen().get(Step.STATEMENTS);
        if (seen.statements().isEmpty()) {
            return StepResult.unknown(
                    Step.STATEMENTS,
                    blind == null ? "no statement that names the table ran a hundred times in the window" : blind);
        }
        StatementChange slow = seen.statements().stream()
                .filter(statement -> statement.ratio() >= limits.slowerBy()
                        && statement.p99().compareTo(limits.slowFrom()) >= 0)
                .findFirst()
                .orElse(null);
        if (slow == null) {
            return StepResult.fine(Step.STATEMENTS, seen.statements().get(0).words());
        }
        List<String> evidence = new ArrayList<>(List.of(slow.words()));
        boolean more = slow.rowsExamined() > 2 * slow.rowsExaminedBefore() + 1;
        if (more) {
            evidence.add(String.format(
                    Locale.ROOT,
                    "rows examined a run: %.1f in the window, %.1f before it",
                    slow.rowsExamined(),
                    slow.rowsExaminedBefore()));
        }
        return StepResult.found(
                new Finding(
                        Cause.SLOW_STATEMENT,
                        evidence,
                        List.of(
                                more
                                        ? "It reads more rows than it did: EXPLAIN it; an index was dropped, statistics changed (ANALYZE TABLE),"
                                                + " or its range grew."
                                        : "It reads as many rows as before: look at CPU, disk and the buffer pool of the machine.")));
    }

    private static StepResult disk(Observation seen) {
        long logWaits = seen.growth("innodb_log_waits");
        long freeWaits = seen.growth("innodb_buffer_pool_wait_free");
        List<Long> pending = seen.gauge("innodb_os_log_pending_fsyncs");
        long busy = pending.stream().filter(count -> count > 0).count();
        boolean syncing = pending.size() >= LEAST_LOOKS && busy >= MOST_OF_THE_TIME * pending.size();
        String flushes = pending.isEmpty()
                ? "the server does not count flushes of its redo log"
                : busy + " of " + pending.size() + " looks met a flush of the redo log that was not done";
        String said =
                flushes + "; the log buffer was full " + logWaits + " times, no page was free " + freeWaits + " times";
        if (!syncing && logWaits == 0 && freeWaits == 0) {
            return StepResult.fine(Step.DISK, said);
        }
        List<String> advice = new ArrayList<>();
        if (syncing) {
            advice.add("Look at the disk's write latency (iostat -x 1), at who else writes to it, and at sync_binlog.");
        }
        if (logWaits > 0) {
            advice.add("Make innodb_log_buffer_size larger: transactions write more than it holds.");
        }
        if (freeWaits > 0) {
            advice.add(
                    "Dirty pages are not written fast enough: look at innodb_io_capacity and innodb_buffer_pool_size.");
        }
        return StepResult.found(new Finding(Cause.DISK, join(said, Judge.slower(seen)), advice));
    }

    private static StepResult temporaryTables(Observation seen, WhyLimits limits) {
        double rate = seen.growth("created_tmp_disk_tables")
                / Math.max(1.0, seen.window().toMillis() / 1000.0);
        String said = String.format(Locale.ROOT, "%.1f a second", rate);
        return rate < limits.temporaryTables()
                ? StepResult.fine(Step.TEMPORARY_TABLES, said)
                : StepResult.found(new Finding(
                        Cause.TEMPORARY_TABLES,
                        List.of(said),
                        List.of("Find who makes them: SELECT DIGEST_TEXT, SUM_CREATED_TMP_DISK_TABLES FROM"
                                + " performance_schema.events_statements_summary_by_digest ORDER BY 2 DESC LIMIT 5.")));
    }

    private static List<String> join(String first, List<String> rest) {
        List<String> all = new ArrayList<>(List.of(first));
        all.addAll(rest);
        return all;
    }
}
