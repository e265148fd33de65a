package dev.rowlock.diagnose.oncall.internal;

import dev.rowlock.diagnose.Deadlock;
import dev.rowlock.diagnose.oncall.Collisions;
import dev.rowlock.diagnose.oncall.Step;
import dev.rowlock.diagnose.watch.DeadlockMetrics;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * All that was seen in the window; what is judged. Immutable.
 *
 * @param table {@code schema.table}
 * @param window how long it really was
 * @param deadlocks whose report was read
 * @param counted what the server counted
 * @param collisions the rate, if one was measured
 * @param looks how often was looked at transactions and waits
 * @param waits those on the table, a list for each look that saw any
 * @param status gauges and counters, one map for each look, by name in lower case
 * @param transactions those open at the last look, the oldest first
 * @param statements those that name the table
 * @param unseen steps that could not look, and why
 */
public record Observation(
        String table,
        Duration window,
        List<Deadlock> deadlocks,
        DeadlockMetrics counted,
        Collisions.Answer collisions,
        int looks,
        List<List<LockWait>> waits,
        List<Map<String, Long>> status,
        List<SessionView> transactions,
        List<StatementChange> statements,
        Map<Step, String> unseen) {
    public Observation {
        deadlocks = List.copyOf(deadlocks);
        waits = waits.stream().map(List::copyOf).toList();
        status = List.copyOf(status);
        transactions = List.copyOf(transactions);
        statements = List.copyOf(statements);
        unseen = Map.copyOf(unseen);
    }

    /** Open transactions that began before the window did, as those of the collision probe did not; the oldest first. */
    List<SessionView> olderThanTheWindow() {
        return transactions.stream()
                .filter(transaction -> transaction.age().compareTo(window) > 0)
                .toList();
    }

    /** The values of a gauge, sorted. */
    List<Long> gauge(String name) {
        return status.stream()
                .filter(look -> look.containsKey(name))
                .map(look -> look.getOrDefault(name, 0L))
                .sorted()
                .toList();
    }

    /** By how much a counter grew; 0 where it went back. */
    long growth(String name) {
        if (status.isEmpty()) {
            return 0;
        }
        long first = status.get(0).getOrDefault(name, 0L);
        return Math.max(0, status.get(status.size() - 1).getOrDefault(name, 0L) - first);
    }

    String seconds() {
        return Math.max(1, Math.round(window.toMillis() / 1000.0)) + " s";
    }
}
