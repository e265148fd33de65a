package dev.rowlock.cli.diagnose;

import dev.rowlock.diagnose.Deadlock;
import dev.rowlock.diagnose.Lock;
import dev.rowlock.diagnose.LockFlag;
import dev.rowlock.diagnose.Side;
import dev.rowlock.diagnose.Stamp;
import dev.rowlock.diagnose.Transaction;
import dev.rowlock.diagnose.WaitsFor;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Deadlocks as they are printed for people. */
final class DeadlockText {
    private DeadlockText() {}

    static String of(List<Deadlock> deadlocks) {
        return deadlocks.isEmpty()
                ? "no deadlock"
                : deadlocks.stream()
                        .map(DeadlockText::of)
                        .collect(Collectors.joining(System.lineSeparator() + System.lineSeparator()));
    }

    private static String of(Deadlock deadlock) {
        StringJoiner lines = new StringJoiner(System.lineSeparator());
        Stamp at = deadlock.at();
        lines.add("Deadlock" + (at == null ? "" : " at " + at.text()) + ": " + victim(deadlock));
        deadlock.transactions().forEach(transaction -> add(lines, transaction));
        section(lines, "cycle", deadlock.cycle().stream().map(WaitsFor::text).toList());
        section(lines, "order of locks", deadlock.lockOrder().isEmpty() ? List.of() : List.of(deadlock.lockOrder()));
        section(lines, "what avoids it", deadlock.advice());
        section(lines, "notes", deadlock.notes());
        return lines.toString();
    }

    private static String victim(Deadlock deadlock) {
        Integer rolledBack = deadlock.rolledBack();
        if (rolledBack == null) {
            return "who was rolled back is unknown";
        }
        Side side = deadlock.victimSide();
        return "(" + rolledBack + ")" + (side == Side.UNKNOWN ? "" : ", " + side.label() + ",") + " was rolled back";
    }

    private static void add(StringJoiner lines, Transaction transaction) {
        lines.add("");
        lines.add("  " + transaction.name() + side(transaction) + ": transaction " + or(transaction.id())
                + ", connection " + or(transaction.threadId()) + ", account " + or(transaction.account()));
        String sql = transaction.sql();
        if (sql != null) {
            sql.lines().forEach(line -> lines.add("      | " + line));
        }
        transaction.holds().forEach(lock -> lines.add("      holds     " + lock(lock)));
        transaction.waits().forEach(lock -> lines.add("      waits for " + lock(lock)));
    }

    private static String side(Transaction transaction) {
        return transaction.side() == Side.UNKNOWN
                ? ""
                : ", " + transaction.side().label();
    }

    private static String lock(Lock lock) {
        String flags = lock.flags().stream().map(LockFlag::label).collect(Collectors.joining(", "));
        return lock.mode() + " on " + lock.place() + (lock.partition() == null ? "" : ", partition " + lock.partition())
                + (flags.isEmpty() ? "" : " (" + flags + ")");
    }

    private static void section(StringJoiner lines, String title, List<String> entries) {
        if (!entries.isEmpty()) {
            lines.add("");
            lines.add("  " + title);
            entries.forEach(entry -> lines.add("    - " + entry));
        }
    }

    private static String or(@Nullable Object value) {
        return value == null ? "unknown" : value.toString();
    }
}
