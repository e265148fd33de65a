package dev.rowlock.diagnose.oncall.internal;

import dev.rowlock.diagnose.Deadlock;
import dev.rowlock.diagnose.Lock;
import dev.rowlock.diagnose.Side;
import dev.rowlock.diagnose.Transaction;
import dev.rowlock.diagnose.oncall.Cause;
import dev.rowlock.diagnose.oncall.Finding;
import dev.rowlock.diagnose.oncall.Step;
import dev.rowlock.diagnose.oncall.StepResult;
import dev.rowlock.diagnose.watch.DeadlockKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Step one: how many deadlocks on the table, and who was rolled back (C7). Pure. */
final class DeadlockStep {
    private DeadlockStep() {}

    static StepResult of(Observation seen) {
        List<Deadlock> here = seen.deadlocks().stream()
                .filter(deadlock -> tables(deadlock).anyMatch(seen.table()::equalsIgnoreCase))
                .toList();
        if (!here.isEmpty()) {
            return StepResult.found(new Finding(Cause.DEADLOCKS, evidence(seen, here), advice(seen, here)));
        }
        String said = said(seen);
        String blind = seen.unseen().get(Step.DEADLOCKS);
        if (blind != null || seen.counted().unseen() > 0) {
            return StepResult.unknown(Step.DEADLOCKS, blind == null ? said : said + "; " + blind);
        }
        return StepResult.fine(Step.DEADLOCKS, said);
    }

    private static String said(Observation seen) {
        StringBuilder said = new StringBuilder();
        if (seen.deadlocks().isEmpty()) {
            said.append("no deadlock was seen in ").append(seen.seconds());
        } else {
            String others = seen.deadlocks().stream()
                    .flatMap(DeadlockStep::tables)
                    .distinct()
                    .limit(5)
                    .collect(Collectors.joining(", "));
            said.append("none on this table in ")
                    .append(seen.seconds())
                    .append(", ")
                    .append(seen.deadlocks().size())
                    .append(" on others (")
                    .append(others)
                    .append(")");
        }
        if (seen.counted().unseen() > 0) {
            said.append("; the server counted ")
                    .append(seen.counted().unseen())
                    .append(" more, of which no report was left");
        }
        if (seen.counted().timeouts() > 0) {
            said.append("; ").append(seen.counted().timeouts()).append(" lock waits timed out (1205)");
        }
        return said.toString();
    }

    private static List<String> evidence(Observation seen, List<Deadlock> here) {
        List<String> evidence = new ArrayList<>();
        long unseen = seen.counted().unseen();
        evidence.add(here.size() + (here.size() == 1 ? " deadlock on " : " deadlocks on ") + seen.table() + " in "
                + seen.seconds() + "; rolled back: online " + count(here, Side.ONLINE) + ", batch "
                + count(here, Side.BATCH) + ", unknown side " + count(here, Side.UNKNOWN)
                + (unseen == 0 ? "" : "; the server counted " + unseen + " more, of which no report was left"));
        byKind(here).entrySet().stream().limit(2).forEach(kind -> {
            Deadlock latest = kind.getValue().get(kind.getValue().size() - 1);
            evidence.add(kind.getValue().size() + " x " + kind.getKey().label());
            if (!latest.lockOrder().isEmpty()) {
                evidence.add("order of locks: " + latest.lockOrder());
            }
            String accounts = latest.transactions().stream()
                    .map(Transaction::account)
                    .filter(Objects::nonNull)
                    .distinct()
                    .collect(Collectors.joining(", "));
            evidence.add("accounts: " + accounts);
        });
        evidence.addAll(Judge.slower(seen));
        return evidence;
    }

    private static List<String> advice(Observation seen, List<Deadlock> here) {
        List<Deadlock> most = byKind(here).values().iterator().next();
        List<String> advice = new ArrayList<>(most.get(most.size() - 1).advice());
        if (count(here, Side.UNKNOWN) == here.size()) {
            advice.add("Say who is batch (--batch-account, --batch-statement) to see which side loses (C7).");
        }
        if (seen.counted().unseen() > 0) {
            advice.add(
                    "To see all of them: SET GLOBAL innodb_print_all_deadlocks = ON, then rowlock deadlocks on the error"
                            + " log.");
        }
        return advice;
    }

    private static long count(List<Deadlock> deadlocks, Side side) {
        return deadlocks.stream()
                .filter(deadlock -> deadlock.victimSide() == side)
                .count();
    }

    /** The most frequent kind first. */
    private static Map<DeadlockKind, List<Deadlock>> byKind(List<Deadlock> deadlocks) {
        Map<DeadlockKind, List<Deadlock>> kinds = deadlocks.stream()
                .collect(Collectors.groupingBy(DeadlockKind::of, LinkedHashMap::new, Collectors.toList()));
        Map<DeadlockKind, List<Deadlock>> sorted = new LinkedHashMap<>();
        kinds.entrySet().stream()
                .sorted(Comparator.comparingInt(kind -> -kind.getValue().size()))
                .forEach(kind -> sorted.put(kind.getKey(), kind.getValue()));
        return sorted;
    }

    private static Stream<String> tables(Deadlock deadlock) {
        return deadlock.transactions().stream()
                .flatMap(transaction -> Stream.concat(transaction.holds().stream(), transaction.waits().stream()))
                .map(Lock::table)
                .distinct();
    }
}
