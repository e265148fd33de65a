package dev.rowlock.diagnose.internal.analysis;

import dev.rowlock.diagnose.WaitsFor;
import dev.rowlock.diagnose.internal.report.RawLock;
import dev.rowlock.diagnose.internal.report.RawTransaction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds who waits for whom. What the report does not show stays unknown: before MySQL 8.0.18 two transactions are printed of a cycle of any
 * length, and of the first of them not what it holds.
 */
final class Cycle {
    private final List<RawTransaction> transactions;
    private final Map<String, List<RawTransaction>> holders = new HashMap<>();

    Cycle(List<RawTransaction> transactions) {
        this.transactions = transactions;
        for (RawTransaction transaction : transactions) {
            for (RawLock hold : transaction.holds()) {
                holders.computeIfAbsent(hold.page(), page -> new ArrayList<>()).add(transaction);
            }
        }
    }

    List<WaitsFor> steps() {
        List<WaitsFor> steps = new ArrayList<>();
        for (int i = 0; i < transactions.size(); i++) {
            RawTransaction waiter = transactions.get(i);
            if (!waiter.waits().isEmpty()) {
                addSteps(steps, waiter, i);
            }
        }
        return steps;
    }

    private void addSteps(List<WaitsFor> steps, RawTransaction waiter, int position) {
        RawLock wait = waiter.waits().get(0);
        if (!waiter.conflicts().isEmpty()) {
            for (String id : conflictingIds(waiter)) {
                steps.add(new WaitsFor(waiter.number(), numberOf(id), id, wait.lock()));
            }
            return;
        }
        RawTransaction holder = holder(waiter, wait, position);
        steps.add(new WaitsFor(
                waiter.number(),
                holder == null ? null : holder.number(),
                holder == null ? null : holder.id(),
                wait.lock()));
    }

    private static Set<String> conflictingIds(RawTransaction waiter) {
        Set<String> ids = new LinkedHashSet<>();
        for (RawLock lock : waiter.conflicts()) {
            String id = lock.transactionId();
            if (id != null && !id.equals(waiter.id())) {
                ids.add(id);
            }
        }
        return ids;
    }

    private @Nullable Integer numberOf(String id) {
        for (RawTransaction transaction : transactions) {
            if (id.equals(transaction.id())) {
                return transaction.number();
            }
        }
        return null;
    }

    private @Nullable RawTransaction holder(RawTransaction waiter, RawLock wait, int position) {
        RawTransaction next = transactions.get((position + 1) % transactions.size());
        if (next != waiter && meets(next, wait)) {
            return next;
        }
        for (RawTransaction other : holders.getOrDefault(wait.page(), List.of())) {
            if (other != waiter && meets(other, wait)) {
                return other;
            }
        }
        // MySQL from 8.0.18 on prints each transaction before the one it waits for, and what each holds.
        if (next != waiter && transactions.get(0).holdsPrinted()) {
            return next;
        }
        RawTransaction queued = queuedBefore(waiter, wait, position);
        return queued == null ? writer(waiter, wait) : queued;
    }

    /** The last transaction printed asked last and so closed the cycle: it also waits for whoever is in the queue for the same row. */
    private @Nullable RawTransaction queuedBefore(RawTransaction waiter, RawLock wait, int position) {
        if (position == 0 || position != transactions.size() - 1) {
            return null;
        }
        return transactions.stream()
                .filter(other -> other != waiter)
                .filter(other -> other.waits().stream().anyMatch(queued -> queued.keepsOut(wait)))
                .findFirst()
                .orElse(null);
    }

    private static boolean meets(RawTransaction holder, RawLock wait) {
        return holder.holds().stream().anyMatch(hold -> hold.meets(wait));
    }

    /** The row waited for names who changed it last; if that one is in the deadlock, it has the row locked. */
    private @Nullable RawTransaction writer(RawTransaction waiter, RawLock wait) {
        Long writer = wait.writer();
        if (writer == null) {
            return null;
        }
        for (RawTransaction other : transactions) {
            String id = other.id();
            if (other != waiter && id != null && TransactionId.is(id, writer)) {
                return other;
            }
        }
        return null;
    }
}
