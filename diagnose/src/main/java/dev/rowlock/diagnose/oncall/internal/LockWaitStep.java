package dev.rowlock.diagnose.oncall.internal;

import dev.rowlock.diagnose.Side;
import dev.rowlock.diagnose.internal.sql.ShownStatements;
import dev.rowlock.diagnose.oncall.Cause;
import dev.rowlock.diagnose.oncall.Finding;
import dev.rowlock.diagnose.oncall.Step;
import dev.rowlock.diagnose.oncall.StepResult;
import dev.rowlock.diagnose.oncall.WhyLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** Step three: who waited on the table for whom, and what kind of work stood in the way. Pure. */
final class LockWaitStep {
    private static final Duration SURELY_IDLE = Duration.ofSeconds(1);
    private static final int SHOWN = 3;
    private static final String WAIT_MILLIS = "innodb_row_lock_time";
    private static final double MATTERS = 0.02;

    private LockWaitStep() {}

    static StepResult of(Observation seen, WhyLimits limits) {
        List<LockWait> all = seen.waits().stream().flatMap(List::stream).toList();
        boolean seenOften = seen.waits().size() >= 2;
        boolean lasted = longest(all).compareTo(limits.longWait()) >= 0;
        if (!all.isEmpty() && (seenOften || lasted || waitsAddUp(seen))) {
            return StepResult.found(finding(seen, all, limits));
        }
        String blind = seen.unseen().get(Step.LOCK_WAITS);
        if (blind != null) {
            return StepResult.unknown(Step.LOCK_WAITS, blind);
        }
        String said = all.isEmpty()
                ? "nobody waited on the table at any of " + seen.looks() + " looks"
                : "one short wait on the table in " + seen.looks() + " looks";
        return waitsAddUp(seen)
                ? StepResult.unknown(Step.LOCK_WAITS, said + counted(seen) + ": look again, for longer")
                : StepResult.fine(Step.LOCK_WAITS, said);
    }

    /** Whether the waits that the server counted, most of them between two looks, come to a part of the window that matters. */
    private static boolean waitsAddUp(Observation seen) {
        return seen.growth(WAIT_MILLIS) >= MATTERS * seen.window().toMillis();
    }

    private static Finding finding(Observation seen, List<LockWait> all, WhyLimits limits) {
        Map<Cause, List<LockWait>> causes = all.stream()
                .collect(Collectors.groupingBy(wait -> causeOf(wait, limits), LinkedHashMap::new, Collectors.toList()));
        Map.Entry<Cause, List<LockWait>> most = causes.entrySet().stream()
                .max(Comparator.comparingInt(cause -> cause.getValue().size()))
                .orElseThrow();
        return new Finding(most.getKey(), evidence(seen, all, most.getValue()), advice(most.getKey(), most.getValue()));
    }

    /** What stands in the way. A batch is told by its side, or by how much it has locked, unless it only sits there. */
    private static Cause causeOf(LockWait wait, WhyLimits limits) {
        if (wait.kind() == LockWait.Kind.DEFINITION) {
            return Cause.DEFINITION_LOCK;
        }
        SessionView blocker = wait.blocker();
        if (blocker == null) {
            return Cause.LOCK_WAITS;
        }
        if (blocker.side() == Side.BATCH) {
            return Cause.BATCH_HOLDS_ROWS;
        }
        Duration idle = blocker.idle();
        if (idle != null && idle.compareTo(limits.idle()) >= 0) {
            return Cause.IDLE_TRANSACTION;
        }
        boolean large = blocker.rowsLocked() >= limits.batchRows() || blocker.rowsChanged() >= limits.batchRows();
        if (large && blocker.side() != Side.ONLINE) {
            return Cause.BATCH_HOLDS_ROWS;
        }
        return idle != null && idle.compareTo(SURELY_IDLE) >= 0 ? Cause.IDLE_TRANSACTION : Cause.LOCK_WAITS;
    }

    private static List<String> evidence(Observation seen, List<LockWait> all, List<LockWait> those) {
        List<String> evidence = new ArrayList<>();
        Duration longest = longest(all);
        int most = seen.waits().stream().mapToInt(List::size).max().orElse(0);
        evidence.add("in " + seen.waits().size() + " of " + seen.looks() + " looks, "
                + (most == 1 ? "a session" : "up to " + most + " sessions") + " waited on " + seen.table()
                + ", the longest for "
                + (longest.toSeconds() == 0 ? "less than a second" : longest.toSeconds() + " s") + counted(seen));
        blockers(those).stream().limit(SHOWN).forEach(blocker -> evidence.add("in the way: " + blocker.whoAndWhat()));
        those.stream()
                .map(LockWait::waiter)
                .filter(waiter -> waiter.statement() != null)
                .map(waiter -> "waiting: " + waiter.statement() + " (" + waiter.account() + ")")
                .distinct()
                .limit(SHOWN)
                .forEach(evidence::add);
        evidence.addAll(Judge.slower(seen));
        return evidence;
    }

    private static String counted(Observation seen) {
        long waits = seen.growth("innodb_row_lock_waits");
        return waits == 0
                ? ""
                : "; the server counted " + waits + " waits for rows of any table, " + seen.growth(WAIT_MILLIS) / waits
                        + " ms each";
    }

    /** Each connection once, as it was when its transaction was oldest; who held up most comes first. */
    private static List<SessionView> blockers(List<LockWait> waits) {
        Map<Long, List<SessionView>> byId = waits.stream()
                .map(LockWait::blocker)
                .filter(Objects::nonNull)
                .collect(Collectors.groupingBy(SessionView::id, LinkedHashMap::new, Collectors.toList()));
        return byId.values().stream()
                .sorted(Comparator.comparingInt(views -> -views.size()))
                .map(views -> views.stream()
                        .max(Comparator.comparing(SessionView::age).thenComparingLong(SessionView::rowsLocked))
                        .orElseThrow())
                .toList();
    }

    private static Duration longest(List<LockWait> waits) {
        return waits.stream()
                .map(wait -> wait.waiter().waiting())
                .filter(Objects::nonNull)
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
    }

    private static List<String> advice(Cause cause, List<LockWait> waits) {
        String first = blockers(waits).stream()
                .findFirst()
                .map(blocker -> String.format(ShownStatements.SESSION_END, blocker.id()) + " (" + blocker.account()
                        + "), which rolls back its " + blocker.rowsChanged() + " changed rows")
                .orElse("end the oldest open transaction that uses the table");
        return switch (cause) {
            case BATCH_HOLDS_ROWS ->
                List.of(
                        "Now: pause the batch or lower its rate, and look whether the waits end.",
                        "Let it hold locks for milliseconds: UPDATE right after its SELECT, a few hundred rows a transaction at most"
                                + " (C2, C6).",
                        "Let it give way: SELECT ... FOR UPDATE SKIP LOCKED by ranges of the primary key under READ COMMITTED, and the"
                                + " predicate again in its UPDATE (C5).",
                        "One range of keys for each worker, so that they do not meet (C3); a limit over all workers, found by"
                                + " measuring online P99 (C4, C9).");
            case IDLE_TRANSACTION ->
                List.of(
                        "Now: let its program commit or roll back, or " + first + ".",
                        "Commit before anything external is called; do the work after the commit (A5).",
                        "Programs that forget open transactions: look for autocommit=0 and for pools that give back connections without a"
                                + " rollback. MariaDB can end them by itself (idle_transaction_timeout), MySQL cannot.");
            case DEFINITION_LOCK ->
                List.of(
                        "Now: end the DDL that waits, which lets everybody behind it pass; or " + first + ".",
                        "Run DDL with a short lock_wait_timeout, and again when it times out: while it waits for one open"
                                + " transaction, every other statement on the table waits behind it.");
            default ->
                List.of(
                        "Make the transactions that hold the rows shorter: nothing slow between the first change and the commit"
                                + " (A5, C2).",
                        "Many sessions on few rows: spread a hot row over several, or change it last in the transaction.",
                        "A statement that locks more than it changes: look at its plan with rowlock doctor.");
        };
    }
}
